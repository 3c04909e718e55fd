/** The shapes of all documents by the names that code calls them. They are generated from the meta-schemas in `schemas/kinds/`, which tell the same to editors,
 *  to the validator and to the compiler; and explain them there. This file adds only what no meta-schema says. Nothing here runs. */
import type * as kinds from './generated/kinds.ts'

/** `"@key"` into `schemas/locales/{zh,en}/`, both languages inline, or a text with named values (`{{name}}` in the text). */
export type Text = kinds.TextPart
export type LocalText = kinds.LocalTextPart
/** An expression of the one language, CEL. Where it may stand, a literal may be too unless the type says `Cel`. */
export type Cel = kinds.CelPart
export type Value = kinds.ValuePart
/** A permission code, or a combination of codes. */
export type Permission = kinds.PermissionPart
/** Who may use a call or open a page. `within` binds the permission to objects: the code must be held for the row's object
 *  (`field` of the row names the object's id, `scope` the kind of grant), or for the whole platform. Default is deny: no default. */
export type Access = kinds.AccessPart
/** JSON Schema, draft 7, with our keywords (see `schemas/keywords/`). */
export type JsonSchema = { [keyword: string]: unknown }

/** Kind -> its documents. */
export type DocumentOf = kinds.KindOf
export type Kind = keyof DocumentOf
/** What all documents share. `id` is area and file name: `schemas/notes/add.page.json` is `notes.add`, in a sub-folder too. Ids are unique per kind. */
export type DocumentBase = Pick<DocumentOf['role'], '$schema' | 'id' | 'version' | 'title' | 'description'>

// ---------------------------------------------------------------------------------------------------------------- app

/** The one document that names the starting points. Exactly one exists. */
export type AppDocument = kinds.AppKind
/** The site as others show it: search engines, messengers, home screens of phones. */
export type SiteDocument = NonNullable<AppDocument['site']>
/** One kind of object that roles are granted on. */
export type ScopeDocument = kinds.AppScope
/** Frame around a page. */
export type ChromeDocument = kinds.AppChrome

// ------------------------------------------------------------------------------------------------------------- entity

/** Becomes a table. `id` (bigint identity, a decimal string on the wire), `createdAt` and `updatedAt` are implied. */
export type EntityDocument = kinds.EntityKind
export type EntityField = kinds.EntityField
/** The form of a row: what a new one starts from, who designs it, and where its answers are stored. */
export type FormDesign = NonNullable<EntityField['designed']>
/** The own document of a row: its kind, and the handler that stands behind its design. */
export type OwnDocument = NonNullable<EntityField['document']>
/** Rows that hold answers to the form: the json field `values`, and the ref to the row that names the form. All of `where` hold. */
export type DesignedAnswers = NonNullable<FormDesign['answers']>[number]
/** How much of a personal value is shown: some characters at each end, stars between them. Text from the mark `until` on is shown too. */
export type Mask = kinds.MaskPart
export type EnumDocument = kinds.EnumKind
/** Rows that figures are counted from. */
export type DatasetDocument = kinds.DatasetKind

// --------------------------------------------------------------------------------------------------------------- flow

/** Transitions of one status field: the only way the field changes. */
export type FlowDocument = kinds.FlowKind
export type Effect = kinds.EffectPart

// --------------------------------------------------------------------------------------------------------------- call

export type CallDocument = kinds.CallKind
/** A field name; a path through refs (`organisationId.name`) under a name; or a value computed from `row`, `session`, `now`. Of a list: the `label` of
 *  a row of any entity, which two fields of the output name (its entity and its id); null when that row is gone or out of the session's reach. */
export type OutputField = Extract<NonNullable<CallDocument['output']>, readonly unknown[]>[number]
export type RowName = Extract<OutputField, { labelOf: unknown }>['labelOf']
export type Operation = kinds.CallOperation
type OfKind<K extends Operation['kind'], O = Operation> = O extends { kind: infer P } ? (K extends P ? O : never) : never
type ListOperation = OfKind<'list'>
/** A value that rows are counted by: a field or a path through refs, under a name. `unit`: a datetime by its day or month in the app's time zone,
 *  written `2026-11-21` or `2026-11`. */
export type GroupField = NonNullable<ListOperation['groupBy']>[number]
export type FilterOp = NonNullable<ListOperation['filter']>[string]['op']
/** Fields of an entity that hold answers to a stored form. */
export type AnswerFields = OfKind<'statistics'>['answers']
export type DesignOperation = OfKind<'design'>
export type OptionsOperation = OfKind<'options'>
export type CallOperation = OfKind<'call'>
export type MoveOperation = OfKind<'move'>
/** Operations whose answer is no row of an entity: the call's `output` is a JSON Schema, and `within` of its access holds the input against the reach. */
type OtherOperation = DesignOperation | OptionsOperation | CallOperation | MoveOperation
export type RowOperation = Exclude<Operation, OtherOperation>
export type FormAnswers = kinds.CallFormAnswers
/** A condition over `row`, `input`, `session`, `now`; or rows of another entity that name the row in a ref (`details` see their `count`). */
export type ChangeCondition = kinds.CallUnless[number]

// --------------------------------------------------------------------------------------------------------------- form

export type FormDocument = kinds.FormKind
export type FormSchema = FormDocument['schema']
/** A draft-07 schema with annotations. Expressions see root fields by their bare names, `item` (the fields of the repeat row they stand in),
 *  `context` and `session.permissions`. `title`, `description` are Text. */
export type FormField = kinds.FormFieldPart
export type Options = kinds.OptionsPart

// -------------------------------------------------------------------------------------------------------------- table

export type TableDocument = kinds.TableKind
export type TableColumn = TableDocument['columns'][number]
export type Format = kinds.FormatPart
export type EmptyState = kinds.EmptyStatePart

// ------------------------------------------------------------------------------------------------------------- action

/** An id of an action document, an id with parameters, or an action written in place. */
export type ActionRef = kinds.ActionRefPart
export type Action = kinds.ActionPart
export type ActionDocument = kinds.ActionKind
/** Steps run in order; the first failure stops the chain. `as` puts a call's data into scope. `when` skips a step. */
export type ActionStep = kinds.ActionStepPart

// --------------------------------------------------------------------------------------------------------------- page

/** A named request. Parameters see `route`, `query`, `session`, `state` and other sources by name; a source waits for those it names. */
export type Source = kinds.SourcePart
export type PageDocument = kinds.PageKind
/** A part that several pages share: nodes, with the data and the state they need. Pages name it by a node `fragment`, and their own sources and state
 *  go before its own of the same name. Two fragments of one page that name the same source must ask the same. */
export type FragmentDocument = kinds.FragmentKind
/** One node of a screen. `node` picks the renderer; the other keys are that node type's own. */
export type Node = kinds.Node
/** What a click on a figure does to a table of the page. */
export type TableFilterPreset = NonNullable<kinds.NodeStat['filters']>
/** Where a designer keeps fields for other forms. */
export type DesignLibrary = NonNullable<kinds.NodeDesigner['library']>
export type DesignOthers = NonNullable<kinds.NodeDesigner['others']>[number]
/** Drafts of a form (with `draftKey`) that the page's own calls keep. */
export type FormDrafts = NonNullable<kinds.NodeForm['drafts']>

// ---------------------------------------------------------------------------------------------------------- the others

export type MenuItem = kinds.MenuItem
export type MenuDocument = kinds.MenuKind
export type RoleDocument = kinds.RoleKind
export type SkinDocument = kinds.SkinKind
export type SkinTokenType = keyof NonNullable<SkinDocument['types']>
/** A token as a designer sets it. Sizes are pixels, or a share for ratios. */
export type SkinToken = NonNullable<SkinDocument['groups']>[number]['tokens'][string]
/** `token` is drawn on the surface `on`. `text`: at least 4.5:1; `control`: edges, icons and large text, at least 3:1. */
export type SkinPair = NonNullable<SkinDocument['pairs']>[number]
export type TemplateDocument = kinds.TemplateKind
/** Numbers and choices of the product: values that code reads by name (`context.documents.settings`) instead of holding them. */
export type SettingsDocument = kinds.SettingsKind
export type Setting = SettingsDocument['values'][string]
/** Something outside that the platform uses (mail, text messages, sign-in by another site), and the providers that can be behind it. Values of
 *  settings are in the environment only. */
export type ServiceDocument = kinds.ServiceKind
/** A reusable validation keyword. Its check is `runtime/core/keywords/<kernel>.ts`. */
export type KeywordDocument = kinds.KeywordKind
/** The words of a locale file, or other words in place of some of them (`textsDocuments.ts`). */
export type TextsDocument = kinds.TextsKind
/** What a form designer offers: the kinds of field, each with the field it begins as, and what its panel asks. */
export type PaletteDocument = kinds.PaletteKind
/** Something that objects of a scope may do when it is granted to them, fully or up to a number. */
export type FeatureDocument = kinds.FeatureKind
/** What callers may do with a thing: the calls that it stands for are documents like others. */
export type ResourceDocument = kinds.ResourceKind
/** What happens to rows when a time comes. */
export type TimerDocument = kinds.TimerKind
/** What an area adds to a call of another one, and what it does every minute or hour. */
export type AdditionDocument = kinds.AdditionKind
/** A printed sheet: millimetres from the upper left corner of the cut sheet, elements from the lowest layer up. */
export type PrintDocument = kinds.PrintKind
export type PrintElement = kinds.PrintElement
export type FieldShares = NonNullable<PaletteDocument['shares']>
export type PaletteBreak = NonNullable<PaletteDocument['groups'][number]['breaks']>[number]
export type PaletteEntry = PaletteDocument['groups'][number]['entries'][number]
/** One setting of a control: a text in both languages, one of some values, or a plain value of a schema. */
export type ControlSetting = NonNullable<PaletteDocument['controls']>[number]['settings'][number]
