import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#src/settings/environment/config.ts';
import { createMailGateway } from '#src/server/gateways/mail.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { headerOf } from '../../support/outside/mail-server.ts';
import { allSent, hurry, lastMailTo, mailFiles } from '../../support/outside/mails.ts';
import { mailById, writeMail } from '../../support/outside/outbox.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop());

beforeAll(async () => {
  await own.serve();
});

describe('a mail without a mail server', () => {
  it('becomes one file in the data folder, named by its time and id', async () => {
    const id = await writeMail(own.ctx);
    await allSent(own.ctx);
    const { created_at, sent_at } = await mailById(own.ctx, id);
    expect(sent_at).not.toBeNull();
    expect(mailFiles(own.ctx).filter((name) => name.includes(id))).toEqual([
      `${created_at.replaceAll(':', '-')}-${id}.eml`,
    ]);
    expect(own.ctx.config.mailDir).toBe(path.join(own.ctx.config.dataDir, 'mail'));
  });

  it('is written exactly like a sent mail', async () => {
    const to = newEmail();
    const id = await writeMail(own.ctx, {
      to,
      replyTo: 'eva@kunde.example',
      subject: 'Pão de queijo',
      parts: ['Já!'],
    });
    const mail = await lastMailTo(own.ctx, to);
    expect(mail).toMatchObject({
      from: { name: 'Vitrine', address: 'shop@vitrine.invalid' },
      to: [{ address: to }],
      replyTo: [{ address: 'eva@kunde.example' }],
      subject: 'Pão de queijo',
      messageId: `<${id}@localhost>`,
    });
    expect(mail.text).toContain('Já!');
    expect(mail.html).toContain('<p style="margin:0 0 14px">Já!</p>');
    expect(headerOf(mail, 'mime-version')).toEqual(['1.0']);
  });

  it('overwrites its file when it is sent again', async () => {
    const id = await writeMail(own.ctx);
    await allSent(own.ctx);
    const before = mailFiles(own.ctx);
    // Like after a crash between writing the file and recording it.
    await own.ctx.db.read
      .updateTable('outbox')
      .set({ sent_at: null, due_at: '2024-01-01' })
      .where('id', '=', id)
      .execute();
    await hurry(own.ctx);
    await allSent(own.ctx);
    expect((await mailById(own.ctx, id)).attempts).toBe(2);
    expect(mailFiles(own.ctx)).toEqual(before);
  });

  it('leaves no partial file when writing fails', async () => {
    const config = { ...readConfig(own.env), mailDir: path.join(own.ctx.config.dataDir, 'no-folder') };
    writeFileSync(config.mailDir, 'in the way');
    const gateway = createMailGateway(config);
    const mail = {
      id: 'x',
      to: 'ana@kunde.example',
      replyTo: null,
      subject: 'x',
      text: 'x',
      html: 'x',
      date: new Date(),
    };
    await expect(gateway.send(mail)).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(readFileSync(config.mailDir, 'utf8')).toBe('in the way');
  });
});
