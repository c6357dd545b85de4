import type { Cells } from '../catalogue/catalogue.ts';

/** One product of every kind that the API shows differently, in the shop's order. */
export const SMALL_CATALOGUE: Cells[] = [
  {
    cod_catalog: 'BEB-001',
    product_name: 'Guaraná Antarctica Lata',
    brand: 'Antarctica',
    real_price: '1.49',
    deposit: '0.25',
    vat_rate: 19,
    net_quantity: 330,
    net_unit: 'ml',
    rank: 1,
    subtitle_pt: 'Refrigerante de guaraná',
    subtitle_de: 'Limonade mit Guaraná',
    subtitle_en: 'Guaraná soft drink',
    ean: '7891991000826',
  },
  {
    cod_catalog: 'BEB-002',
    product_name: 'Água de Coco',
    real_price: '10,00',
    discount: 15,
    net_quantity: 1,
    net_unit: 'l',
    rank: 2,
    subtitle_pt: 'Direto do coco',
    subtitle_en: 'Straight from the coconut',
  },
  {
    cod_catalog: 'BEB-003',
    product_name: 'Cachaça de Minas',
    real_price: '19.90',
    vat_rate: 19,
    age_limit: 18,
    alcohol_percent: 40,
    quantity_available: 0,
    net_quantity: 700,
    net_unit: 'ml',
    rank: 3,
    subtitle_pt: 'Destilado de cana',
  },
  // Reduced since its first import, so no price can be struck through.
  { cod_catalog: 'BEB-004', product_name: 'Mate Tostado', real_price: '3.33', discount: 50, rank: 4 },
  {
    cod_catalog: 'GRA-001',
    product_name: 'Palmito em Conserva',
    category_product: 'graos-e-farinaceos',
    drained_weight: 300,
  },
  {
    cod_catalog: 'CAB-001',
    product_name: 'Pente de Madeira',
    category_product: 'cabelos',
    kind: 'goods',
    vat_rate: 19,
    net_quantity: 1,
    net_unit: 'piece',
  },
  {
    cod_catalog: 'CAB-002',
    product_name: 'Perfume para Cabelos',
    category_product: 'cabelos',
    kind: 'cosmetic',
    vat_rate: 19,
    net_quantity: 50,
    net_unit: 'ml',
    base_price: 'exempt',
  },
];

export const SMALL_FILES = {
  'shelf/price-history.csv':
    'cod_catalog,valid_from,real_price,discount\nBEB-002,2024-01-01,10.00,\nBEB-002,2024-03-01,10.00,15\n',
  'shelf/BEB-001.pt-BR.md': '# Guaraná\n\nO *refrigerante* do Brasil.',
  'shelf/BEB-001.de-DE.md': 'Die **Limonade** aus dem Norden.',
};
