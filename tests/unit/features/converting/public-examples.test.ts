import { expect, it } from 'vitest';
import { readJtl } from '#src/features/converting/server/jtl.ts';
import { readShopify } from '#src/features/converting/server/shopify.ts';
import { readWoocommerce } from '#src/features/converting/server/woocommerce.ts';
import { convertFile } from '../../../support/texts/converted-file.ts';

// Peculiarities of the systems' public examples with products of our own: see support/data/exports/README.md.

it('an article list of JTL’s guide becomes families, with the name of the parent and the values of its two options', async () => {
  const { cells, notices, categories } = await convertFile(
    Buffer.from(
      'Artikelnummer;Vaterartikel ID-Feld;Artikelname;Variationsname 1;Variationsname 2;Variationswertname 1;' +
        'Variationswertname 2;Kategorie Level 1;Std. VK Netto\n' +
        '0001;;Hängematte;Farbe;Größe;;;Wohnen;10\n' +
        '0001-r-s;0001;Hängematte-rot-s;Farbe;Größe;rot;s;Wohnen;10\n' +
        '0001-b-l;0001;Hängematte-blau-l;Farbe;Größe;blau;l;Wohnen;15\n',
    ),
    readJtl,
    'goods',
  );
  expect(categories).toEqual(['Wohnen: 2']);
  expect(cells['0001-R-S']).toMatchObject({ product_name: 'Hängematte', variant_de: 'rot, s' });
  expect(cells['0001-B-L']).toMatchObject({ variant_of: '0001-R-S', variant_de: 'blau, l' });
  expect(notices.filter((notice) => notice.endsWith(': priceNet'))).toHaveLength(2);
});

it('WooCommerce’s hidden products are left out, and weights are read in its four units', async () => {
  const of = (unit: string, weight: string) =>
    convertFile(
      Buffer.from(
        `ID,Type,SKU,Name,Published,Visibility in catalog,Weight (${unit}),Regular price,Categories\n` +
          `46,simple,rede,Rede,1,visible,${weight},45,Casa > Redes\n64,simple,chale,Chalé,1,hidden,,45,Casa > Redes\n`,
      ),
      readWoocommerce,
    );
  const read = await Promise.all([of('lbs', '.5'), of('oz', '8'), of('g', '227'), of('kg', '0.227')]);
  expect(read.map(({ cells }) => cells.REDE!.gross_weight_g)).toEqual(['227', '227', '227', '227']);
  expect(read[0]!.notices).toContain('Chalé: draft');
  expect(Object.keys(read[0]!.cells)).toEqual(['REDE']);
});

it('Shopify’s products without numbers, with a quotation mark in an option and with further rows of pictures are read', async () => {
  const { cells, pictures } = await convertFile(
    Buffer.from(
      'Handle,Title,Body (HTML),Type,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position,Variant Image\n' +
        'rede,Rede,,Casa,"Height: 9"" x Width: 12""",,25,https://cdn.example/a.png?e6948,1,\n' +
        'rede,,,,Small,rede-s,19.99,https://cdn.example/b.jpg,2,https://cdn.example/c.jpg\n' +
        'rede,,,,,,,https://cdn.example/c.jpg,3,\n',
    ),
    readShopify,
    'goods',
  );
  expect(cells.REDE).toMatchObject({ variant_de: 'Height: 9" x Width: 12"', real_price: '25.00' });
  expect(cells['REDE-S']).toMatchObject({ variant_of: 'REDE', variant_de: 'Small' });
  expect(pictures).toEqual({ REDE: ['a.png?e6948', 'b.jpg', 'c.jpg'], 'REDE-S': ['c.jpg'] });
});
