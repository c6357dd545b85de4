import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullName, isFullName, namePart } from '#src/shared/person-name.schema.ts';

const parsed = (name: string) => fullName().safeParse(name).data;

describe('a name', () => {
  it.each([
    'José d’Ávila',
    "José d'Ávila",
    'Anne-Marie',
    'Müller-Lüdenscheidt',
    'O’Neill',
    'Dr. Jr.',
    'Sammy Davis, Jr.',
    'Nguyễn Văn A',
    'St. John',
    'J.R.R. Tolkien',
    'Martin Luther King Jr.',
    'Dipl.-Ing. Łukasz Żółć',
    'Maria de Fátima Mª',
    'Müller & Söhne GmbH (Einkauf)',
    'Ana "Nina" Silva',
    'Verein der Freunde e.V.',
    'c/o 3M Deutschland',
    'Björk Guðmundsdóttir',
    '王小明',
    'محمد بن سلمان',
    'בן־גוריון',
    'ジョン・スミス',
    'सुनीता शर्मा',
    'می\u200cخواهم',
    'Ольга Ильинична',
    'Ng',
    'X',
    'E.ON SE',
    'E.ON Energie Deutschland GmbH (Posteingang)',
    's.Oliver Bernd Freier GmbH',
    'Kolleg*innen e.V.',
    'Kolleg:innen e.V.',
    'Mitarbeiter_in Lager',
    'Kita #3',
    'Yahoo! Deutschland',
    'Studio 54321',
    'Ana 123 Haus 45',
    'Studio | Berlin',
    '100% Natur GmbH',
    'Haribo® GmbH & Co. KG',
    'Sukarno -',
  ])('of a real person or company is accepted unchanged: %s', (name) => {
    expect(parsed(name)).toBe(name.normalize('NFC'));
  });

  it.each([
    ['Dr.Müller', 'Dr. Müller'],
    ['Prof.Dr.Weiß', 'Prof. Dr. Weiß'],
    ['St.John', 'St. John'],
    ['J.R.R.Tolkien', 'J.R.R. Tolkien'],
    ['Müller GmbH & Co.KG', 'Müller GmbH & Co. KG'],
    ['Dr.med. Anna Weber', 'Dr. med. Anna Weber'],
    ['Dr.rer.nat. Jan Schulz', 'Dr. rer. nat. Jan Schulz'],
    ['DR.MÜLLER', 'DR. MÜLLER'],
    ['Md.Rahman', 'Md. Rahman'],
    ['Fr.Schmidt', 'Fr. Schmidt'],
    ['Hr.Schmidt', 'Hr. Schmidt'],
    ['Fa.Weber', 'Fa. Weber'],
    ['z.Hd. Frau Müller', 'z. Hd. Frau Müller'],
    ['z.Hd.Frau Müller', 'z. Hd. Frau Müller'],
    ['Weber u.Co. KG', 'Weber u. Co. KG'],
    ['Ana Silva, M.Sc.', 'Ana Silva, M. Sc.'],
    ['M.Sc.Ana Silva', 'M. Sc. Ana Silva'],
    ['v.d.Heide', 'v.d. Heide'],
    ['Chr.Weber', 'Chr. Weber'],
    ['RA.Joh.Weber', 'RA. Joh. Weber'],
    ['Ev.Kirchengemeinde', 'Ev. Kirchengemeinde'],
    ['1.FC Köln', '1. FC Köln'],
    ['E.ON SE z.Hd. Weber', 'E.ON SE z. Hd. Weber'],
    ['Ana\u00a0Müller', 'Ana Müller'],
  ])('gets the missing space after an abbreviation, so that it does not look like a domain: %s', (typed, kept) => {
    expect(parsed(typed)).toBe(kept);
  });

  it.each([
    'https://evil.example',
    'evil.example',
    'EVIL.EXAMPLE',
    'Klick www.evil.example',
    'PayPal gesperrt: evil.example/login',
    'Ana, siehe bit.ly',
    't.me/evil',
    'u.to/evil',
    'E.ON.example',
    'e.online',
    'tel:evil',
    'mailto:info',
    'skype:evil?chat',
    'evil%2Eexample',
    'Meier24-shop.de',
    'evil.xn--p1ai',
    'пример.рф',
    'evil。example',
    'evil．example',
    'evil․example',
    'evil⒈example',
    'Ruf ⑿⑿⑿',
    'e.\u0301vil.example',
    'evil.\u200dexample',
    'ana@kunde',
    'ana＠kunde',
    'mailto:ana',
    'Ana\nBcc: eva',
    'Ana\r\neva',
    'Ana\u2028eva',
    'Ana\teva',
    'Ana \u202eeva',
    '<b>Ana</b>',
    'Ruf an 0800 123456',
    'Ruf 0800 12',
    'Ana #evil',
    'Ana *** Müller',
    'Gewonnen! Jetzt anrufen!',
    'Ana 🎁',
    '\u200d',
    '',
  ])('is refused with a message, an address or a number: %j', (name) => {
    expect(parsed(name)).toBeUndefined();
    expect(namePart().safeParse(name).success).toBe(false);
  });

  it.each(['-', '.', '()', '123', '& - &', '\u3164', '- \uffa0'])('is refused without a letter: %s', (name) => {
    expect(parsed(name)).toBeUndefined();
  });

  it('may have a dash for a first or last name, but together both need a letter and at most five digits', () => {
    expect([namePart().safeParse('-').success, isFullName('Sukarno', '-')]).toEqual([true, true]);
    expect([isFullName('-', '-'), isFullName('Ruf 0800', '1234'), isFullName('Ana 123', 'Haus 45')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('has at most 60 characters a part', () => {
    expect(namePart().safeParse('a'.repeat(60)).success).toBe(true);
    expect(namePart().safeParse('a'.repeat(61)).success).toBe(false);
    expect(fullName().safeParse(`${'a'.repeat(60)} ${'b'.repeat(60)}`).success).toBe(true);
    expect(fullName().safeParse('a'.repeat(122)).success).toBe(false);
  });

  it('contains nothing that a mail program turns into a link, and is accepted again unchanged', () => {
    const piece = fc.constantFrom(
      '.',
      '.',
      'com',
      'A',
      'evil',
      ' ',
      '@',
      'Dr',
      '/',
      ':',
      '-',
      'e\u0301',
      '\u200d',
      '1',
      '。',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const name = parsed(pieces.join(''));
        if (name === undefined) return;
        expect(name).not.toMatch(/[@:<>]|\.[\p{L}\p{N}]{2}/u);
        expect(parsed(name)).toBe(name);
      }),
    );
  });
});
