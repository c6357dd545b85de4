type Doc = PDFKit.PDFDocument;

const MARGIN = 54;
/** The lowest position of content; the page number is below. */
const BOTTOM = 841.89 - 64;
const PADDING = 4;
/** Width and height of a picture in a table, and its distance from the column's edge. */
const PICTURE = 30;
const PICTURE_LEFT = 24;
const LINE = '#b9b2a4';
/** The color of the shop's bar, and the height of a banner. */
const GREEN = '#0e3b2a';
const BANNER = 92;
/** The types do not know `scope` yet. */
const HEAD = { scope: 'Column' } as object;

interface Table {
  head?: string[];
  rows: string[][];
  /**
   * JPEG or PNG files as data URLs, for the first column of each row, beside its text. The file contains equal ones
   * once, and screen readers skip them.
   */
  pictures?: (string | undefined)[];
  /** The last row: a label across all columns but the last, and a sum. */
  foot?: string[];
  widths: number[];
  /** The first right-aligned column. */
  rightFrom: number;
}

export interface Paper {
  /** The width between the margins. */
  room: number;
  space: (points: number) => void;
  /** Starts a new page. */
  page: () => void;
  /** A band at the top of a page, before anything else. */
  banner: (text: string) => void;
  heading: (text: string) => void;
  /** Paragraphs of one line or more. */
  lines: (texts: string[], how: { size: number }) => void;
  table: (table: Table) => void;
  /** Writes the footer of each page and ends the document. */
  close: (foot: string) => void;
}

interface Cell {
  text: string;
  x: number;
  width: number;
  align: 'left' | 'right';
}

/**
 * Lays text out from top to bottom on as many pages as it needs, and marks its structure for screen readers.
 * `toPrintable`: replaces letters that the fonts lack.
 */
export function createPaper(doc: Doc, toPrintable: (text: string) => string): Paper {
  const room = doc.page.width - 2 * MARGIN;
  const root = doc.struct('Document');
  doc.addStructure(root);
  let y = MARGIN;

  const need = (height: number): boolean => {
    if (y + height <= BOTTOM) return false;
    doc.addPage();
    y = MARGIN;
    return true;
  };

  /** Draws decoration that screen readers skip. */
  const decorate = (draw: () => void) => {
    doc.markContent('Artifact', { type: 'Layout' } as never);
    draw();
    doc.endMarkedContent();
  };

  const rule = () =>
    decorate(() =>
      doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + room, y)
        .lineWidth(0.5)
        .strokeColor(LINE)
        .stroke(),
    );

  function paragraph(tag: 'P' | 'H1', written: string, size: number, font: string): void {
    const text = toPrintable(written);
    doc.font(font).fontSize(size);
    const height = doc.heightOfString(text, { width: room });
    need(height);
    const marked = doc.markStructureContent(tag);
    doc.text(text, MARGIN, y, { width: room });
    doc.endMarkedContent();
    root.add(doc.struct(tag, {}, [marked]));
    y += height;
  }

  function cellsOf(texts: string[], widths: number[], rightFrom: number): Cell[] {
    let x = MARGIN;
    return texts.map((text, index) => {
      const width = widths[index]!;
      const cell: Cell = {
        text: toPrintable(text),
        x,
        width: width - PADDING,
        align: index >= rightFrom ? 'right' : 'left',
      };
      x += width;
      return cell;
    });
  }

  const heightOf = (cells: Cell[]) =>
    Math.max(...cells.map(({ text, width }) => doc.heightOfString(text, { width }))) + 2 * PADDING;

  /** Draws a row of this height; without `parent` it repeats a header, which screen readers skip. */
  function row(
    cells: Cell[],
    height: number,
    tag: 'TH' | 'TD',
    parent: PDFKit.PDFStructureElement | undefined,
    picture?: string,
  ): void {
    if (picture) decorate(() => doc.image(picture, MARGIN + PICTURE_LEFT, y + PADDING, { fit: [PICTURE, PICTURE] }));
    const line = parent && doc.struct('TR');
    if (line) parent.add(line);
    for (const { text, x, width, align } of cells) {
      const draw = () => void doc.text(text, x, y + PADDING, { width, align });
      if (!line) decorate(draw);
      else {
        const marked = doc.markStructureContent(tag);
        draw();
        doc.endMarkedContent();
        line.add(doc.struct(tag, tag === 'TH' ? HEAD : {}, [marked]));
      }
    }
    line?.end();
    y += height;
    rule();
  }

  return {
    room,
    space: (points) => void (y += points),
    page() {
      doc.addPage();
      y = MARGIN;
    },
    banner(text) {
      decorate(() => doc.rect(0, 0, doc.page.width, BANNER).fill(GREEN));
      doc.fillColor('white');
      y = BANNER / 2 - 15;
      paragraph('P', text, 20, 'bold');
      doc.fillColor('black');
      y = BANNER;
    },
    heading: (text) => paragraph('H1', text, 17, 'bold'),
    lines: (texts, { size }) => texts.forEach((text) => paragraph('P', text, size, 'regular')),
    table({ head, rows, pictures = [], foot, widths, rightFrom }) {
      const table = doc.struct('Table');
      root.add(table);
      const small = (font: string) => doc.font(font).fontSize(9);
      const headCells = head && cellsOf(head, widths, rightFrom);
      small('bold');
      const headHeight = headCells ? heightOf(headCells) : 0;
      if (headCells) {
        // A header at the end of a page needs at least one row below it.
        need(headHeight + 40);
        row(headCells, headHeight, 'TH', table);
      }
      for (const [index, texts] of rows.entries()) {
        small('regular');
        const cells = cellsOf(texts, widths, rightFrom);
        const height = Math.max(heightOf(cells), pictures[index] ? PICTURE + 2 * PADDING : 0);
        if (need(height) && headCells) {
          small('bold');
          row(headCells, headHeight, 'TH', undefined);
          small('regular');
        }
        row(cells, height, 'TD', table, pictures[index]);
      }
      if (foot) {
        small('bold');
        const last = widths.at(-1)!;
        const cells = cellsOf(foot, [room - last, last], 1);
        const height = heightOf(cells);
        need(height);
        row(cells, height, 'TD', table);
      }
      table.end();
    },
    close(foot) {
      root.end();
      const { count } = doc.bufferedPageRange();
      for (let index = 0; index < count; index++) {
        doc.switchToPage(index);
        doc.font('regular').fontSize(8);
        decorate(
          () =>
            void doc.text(`${toPrintable(foot)} · ${index + 1}/${count}`, MARGIN, BOTTOM + 24, {
              width: room,
              align: 'right',
            }),
        );
      }
      doc.end();
    },
  };
}
