/** What makes a PDF a Factur-X / ZUGFeRD document: the attached XML, and what its metadata say about it. */
import type { Profile } from '../e-invoice.ts';

export interface EInvoiceXml {
  xml: string;
  profile: Profile;
}

const FILE = 'factur-x.xml';

const property = (name: string, description: string) => `
            <rdf:li rdf:parseType="Resource">
              <pdfaProperty:name>${name}</pdfaProperty:name>
              <pdfaProperty:valueType>${name === 'part' ? 'Integer' : 'Text'}</pdfaProperty:valueType>
              <pdfaProperty:category>${name === 'part' ? 'internal' : 'external'}</pdfaProperty:category>
              <pdfaProperty:description>${description}</pdfaProperty:description>
            </rdf:li>`;

const schema = (name: string, uri: string, prefix: string, properties: string) => `
        <rdf:li rdf:parseType="Resource">
          <pdfaSchema:schema>${name}</pdfaSchema:schema>
          <pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI>
          <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
          <pdfaSchema:property>
            <rdf:Seq>${properties}
            </rdf:Seq>
          </pdfaSchema:property>
        </rdf:li>`;

const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const UA = 'http://www.aiim.org/pdfua/ns/id/';

/** PDF/A wants a description of each schema that is not its own. */
const SCHEMAS = `
    <rdf:Description rdf:about=""
        xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
        xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
        xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas>
        <rdf:Bag>${schema(
          'Factur-X PDFA Extension Schema',
          FX,
          'fx',
          property('DocumentFileName', 'The name of the embedded XML document') +
            property('DocumentType', 'The type of the hybrid document') +
            property('Version', 'The version of the standard of the embedded XML document') +
            property('ConformanceLevel', 'The conformance level of the embedded XML document'),
        )}${schema('PDF/UA Universal Accessibility Schema', UA, 'pdfuaid', property('part', 'Part of PDF/UA'))}
        </rdf:Bag>
      </pdfaExtension:schemas>
    </rdf:Description>`;

const facts = (profile: Profile) => `
    <rdf:Description rdf:about="" xmlns:fx="${FX}">
      <fx:DocumentType>INVOICE</fx:DocumentType>
      <fx:DocumentFileName>${FILE}</fx:DocumentFileName>
      <fx:Version>1.0</fx:Version>
      <fx:ConformanceLevel>${profile}</fx:ConformanceLevel>
    </rdf:Description>
    <rdf:Description rdf:about="" xmlns:pdfuaid="${UA}">
      <pdfuaid:part>1</pdfuaid:part>
    </rdf:Description>`;

/** Parts of pdfkit that its types do not know yet. */
interface Attaching {
  file: (bytes: Uint8Array, how: object) => void;
  appendXML: (xml: string) => void;
}

/** `issuedAt`: the day of the attachment, so that the same document always gives the same bytes. */
export function attachXml(doc: PDFKit.PDFDocument, { xml, profile }: EInvoiceXml, issuedAt: Date): void {
  const attaching = doc as unknown as Attaching;
  attaching.file(Buffer.from(xml), {
    name: FILE,
    type: 'text/xml',
    relationship: 'Alternative',
    description: 'Factur-X',
    creationDate: issuedAt,
    modifiedDate: issuedAt,
  });
  attaching.appendXML(SCHEMAS + facts(profile));
}
