/** What of a document of Office is shown: parts by the relation that leads to them, and what is left out inside of them (ECMA-376). */

/** Last words of relation types. What is reached by another relation is left out. */
export const KEPT_RELATIONS: ReadonlySet<string> = new Set(
  [
    'officeDocument styles stylesWithEffects settings numbering fontTable theme themeOverride footnotes endnotes header footer comments commentsExtended commentsIds commentsExtensible',
    'image chart chartStyle chartColorStyle chartUserShapes diagramData diagramLayout diagramQuickStyle diagramColors diagramDrawing chartsheet',
    'slide slideLayout slideMaster notesSlide notesMaster handoutMaster tableStyles presProps commentAuthors authors video media',
    'worksheet sharedStrings sheetMetadata drawing vmlDrawing table pivotTable pivotCacheDefinition pivotCacheRecords person threadedComment',
  ]
    .join(' ')
    .split(' '),
)
/** Files inside of the file, which no one inspects: the document is withheld. */
export const UNINSPECTED_RELATIONS: ReadonlySet<string> = new Set(
  'package oleObject control activeXControlBinary vbaProject aFChunk audio xlMacrosheet subDocument externalLinkPath model3d ink'.split(
    ' ',
  ),
)
/** Pictures and videos that are copied, by their endings. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  mp4: 'video/mp4',
}
/** Elements left out with all that is in them, by local name: they tell of authors, of their disk, or of what was taken out. */
export const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(
  [
    'del moveFrom delText attachedTemplate docVars mailMerge rsids docId writeProtection documentProtection dataBinding alias tag tblCaption tblDescription',
    'embedRegular embedBold embedItalic embedBoldItalic custDataLst custShowLst extLst absPath fileSharing fileRecoveryPr revisionPtr externalReferences webPublishing webPublishItems',
    'customWorkbookViews customSheetViews smartTagPr smartTagTypes oleLink ddeLink saveThruXslt presenceInfo',
  ]
    .join(' ')
    .split(' '),
)
/** Attributes left out, by local name: descriptions and names that programs fill with paths, marks of one author's sessions, tips, addresses. */
export const DROPPED_ATTRIBUTES: ReadonlySet<string> = new Set(
  'descr title alt href tooltip gfxdata docId rsidR rsidRPr rsidRDefault rsidP rsidTr rsidDel rsidSect comment longDesc style-id src'.split(
    ' ',
  ),
)
/** Attributes that name people. Elements need some of them. */
export const PEOPLE_ATTRIBUTES: ReadonlySet<string> = new Set(
  'author initials userId providerId displayName userName lastModifiedBy refreshedBy createdBy modifiedBy fullName'.split(' '),
)
/** Elements about a picture or shape, or about a person, whose `name` is no one's business. */
export const NAMED_ELEMENTS: ReadonlySet<string> = new Set('cNvPr docPr cmAuthor author person userInfo'.split(' '))
/** Elements whose text names someone. */
export const PEOPLE_ELEMENTS: ReadonlySet<string> = new Set(['author'])
/** Attributes of relations, of which the relation may have been left out. */
export const RELATION_NAMESPACES: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
])
/** Elements that mean nothing without their relation. */
export const RELATED_ELEMENTS: ReadonlySet<string> = new Set(
  'hlinkClick hlinkHover hlinkMouseOver control oleObject legacyDrawingHF picture tags contentPart subDoc videoFile audioFile wavAudioFile quickTimeFile'.split(
    ' ',
  ),
)
/** Field codes that show something of the document itself. Others name files, addresses or authors. */
export const SHOWN_FIELDS =
  /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|PAGEREF|REF|NOTEREF|TOC|SEQ|STYLEREF|EQ|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|LISTNUM|INDEX|SYMBOL)\b/i
/** Where the words of a document come from: elements and attributes of any other namespace are left out. */
export const KNOWN_NAMESPACES =
  /^(?:http:\/\/(?:schemas\.openxmlformats\.org|schemas\.microsoft\.com|purl\.oclc\.org\/ooxml|www\.w3\.org)\/[\w./#-]+|urn:schemas-microsoft-com:[\w:.-]+)$/
/** Lists of prefixes. */
export const PREFIX_ATTRIBUTES: ReadonlySet<string> = new Set(['Ignorable', 'MustUnderstand', 'ProcessContent', 'Requires'])
