/** What of a PDF is shown: the keys of each kind of dictionary, and what their values are (ISO 32000-2). A key that is not named here is left out of the copy. */

/** `drawing`: what pages are drawn with; `named`: any keys, each of a drawing. */
export type Kind = 'catalog' | 'page' | 'outline' | 'annotation' | 'drawing' | 'named' | 'layer' | 'layers' | 'plain'

type Keys = Readonly<Record<string, Kind>>

const each = (kind: Kind, ...names: string[]): Keys =>
  Object.fromEntries(names.flatMap((line) => line.split(' ')).map((name) => [name, kind]))

export const PDF_KEYS: Readonly<Record<Exclude<Kind, 'named' | 'plain'>, Keys>> = {
  catalog: { Pages: 'page', Outlines: 'outline', OCProperties: 'layers', ...each('plain', 'Type PageMode PageLayout') },
  page: {
    ...{ Parent: 'page', Kids: 'page', Resources: 'drawing', Contents: 'drawing', Group: 'drawing', Annots: 'annotation' },
    ...each('plain', 'Type Count MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit'),
  },
  outline: { ...each('outline', 'First Last Next Prev Parent'), ...each('plain', 'Type Title Count Dest C F') },
  annotation: {
    ...{ AP: 'named', BS: 'plain', MK: 'plain', OC: 'layer', P: 'page' },
    ...each('plain', 'Type Subtype Rect F AS Border C IC CA QuadPoints InkList L LE Vertices RD BE H Dest'),
  },
  layers: {
    OCGs: 'layer',
    ...each('layers', 'D Configs'),
    ...each('layer', 'ON OFF Order'),
    ...each('plain', 'BaseState ListMode Intent'),
  },
  layer: { ...each('layer', 'OCGs VE'), ...each('plain', 'Type P Intent') },
  drawing: {
    ...each('named', 'Font XObject ExtGState ColorSpace Pattern Shading CharProcs Colorants'),
    Properties: 'layer',
    OC: 'layer',
    ...each(
      'drawing',
      'Resources Group SMask Mask Function Functions G TR TR2 BG BG2 UCR UCR2 HT FontDescriptor DescendantFonts Encoding ToUnicode CIDToGIDMap',
      'FontFile FontFile2 FontFile3 CIDSet CIDSystemInfo DecodeParms JBIG2Globals UseCMap Process Alternate Style',
    ),
    ...each(
      'plain',
      'Type Subtype S Filter FormType BBox Matrix CS I K Width Height BitsPerComponent ImageMask Decode Interpolate Intent SMaskInData Matte',
      'BaseFont FirstChar LastChar Widths DW W DW2 W2 FontBBox FontMatrix FontName FontStretch FontWeight Flags ItalicAngle Ascent Descent Leading CapHeight XHeight',
      'StemV StemH AvgWidth MaxWidth MissingWidth Length1 Length2 Length3 BaseEncoding Differences CMapName WMode Registry Ordering Supplement',
      'PatternType PaintType TilingType XStep YStep ShadingType Background AntiAlias Coords Domain Extend BitsPerCoordinate BitsPerFlag VerticesPerRow',
      'FunctionType Range Size BitsPerSample Order Encode C0 C1 N Bounds LW LC LJ ML D RI OP op OPM FL SM SA BM BC CA ca AIS TK WhitePoint BlackPoint Gamma',
      'Predictor Colors Columns EarlyChange EndOfLine EncodedByteAlign Rows EndOfBlock BlackIs1 DamagedRowsBeforeError ColorTransform Components ProcSet',
      'HalftoneType Frequency Angle SpotFunction',
    ),
  },
}

/** Texts that are shown, or that name a standard. Others could say anything. */
export const PDF_TEXTS: ReadonlySet<string> = new Set(['Title', 'Registry', 'Ordering'])

/** What stands on a page and is seen. Media, files, forms' scripts and pop-ups are not. */
export const SHOWN_ANNOTATIONS: ReadonlySet<string> = new Set(
  'Link Widget Text FreeText Highlight Underline Squiggly StrikeOut Ink Line Square Circle Polygon PolyLine Stamp Caret'.split(' '),
)
