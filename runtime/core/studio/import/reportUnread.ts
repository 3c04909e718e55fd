/** Reports the keys that an importer did not read. Keys that only concern the look or the other tool are reported separately, so that the others are seen. */
import type { ImportSource } from './detectFormat.ts'
import type { Losses, LossReason } from './ImportReport.ts'
import type { UnreadKey } from './Ledger.ts'

/** Keys that say how it looks, or mean something to the other tool alone. */
const ASIDE: Record<Exclude<ImportSource, 'text'>, RegExp> = {
  rjsf: /^(\$schema|\$id|id|\$comment|examples|formData|ui:(autofocus|autocomplete|classNames|className|style|rootFieldId|submitButtonOptions|emptyValue|duplicateKeySuffixSeparator|.*Template)|classNames|style|label|orderable|rows|inline|autoComplete|className|x-.*)$/,
  jsonForms:
    /^(\$schema|\$id|id|\$comment|data|i18n|examples|trim|slider|autocomplete|variant|showUnfocusedDescription|showNavButtons|showSortButtons|hideRequiredAsterisk|vertical|className|style)$/,
  formily:
    /^(x-designable-id|x-index|x-decorator|x-decorator-props|version|_isJSONSchemaObject|\$id|id|labelCol|wrapperCol|labelWidth|wrapperWidth|layout|colon|size|style|className|gridSpan|allowClear|autoSize|bordered|x-designable.*|x-compile-omitted|labelAlign|wrapperAlign|feedbackLayout|tooltipLayout|shape|fullness|inset|width|maxColumns|formStep|asterisk|form|optionType|icon|buttonStyle|showCount|listHeight|popupMatchSelectWidth|spaceProps)$/,
  survey:
    /^(name|locale|logo.*|show.*|width.*|minWidth|maxWidth|indent|innerIndent|rightIndent|colCount|headerView|question(ErrorLocation|TitleLocation|StartIndex|DescriptionLocation|TitleTemplate)|checkErrorsMode|textUpdateMode|startWithNewLine|titleLocation|descriptionLocation|hideNumber|state|clearIfInvisible|tooltip|image(Height|Width|Fit|Link)|contentMode|renderMode|displayMode|renderAs|searchEnabled|closeOnSelect|allowClear|autoGrow|allowResize|cols|size|itemSize|penColor|signature.*|theme.*|cssType|css|alternateRows|focus.*|autoGenerate|rateType|rateColorMode|rateDisplayMode|backgroundImage.*|background.*|completedBeforeHtml|mode|isSinglePage|navigation.*|progressBar.*|fit.*|autocomplete|confirmDelete.*|page(Next|Prev)Text|startSurveyText|editText|previewText|columnMinWidth|rowTitleWidth|verticalAlign|.*Location|questionsOnPageMode|keepIncorrectValues|sendResultOnPageNext|storeOthersAsComment|maxTextLength|maxOthersLength|requiredText|requiredMark|requiredErrorText|waitForUpload|needConfirmRemoveFile|allowImagesPreview|cookieName)$/,
  formio:
    /^(key|_id|owner|created|modified|machineName|revisions|_vid|tags|access|submissionAccess|input|tableView|id|version|path|name|display|customClass|theme|hideLabel|labelPosition|labelWidth|labelMargin|optionsLabelPosition|autofocus|tabindex|spellcheck|size|block|leftIcon|rightIcon|icon|action|disableOnInvalid|persistent|protected|dbIndex|unique|encrypted|redrawOn|refreshOn|clearOnHide|modalEdit|dataGridLabel|showCharCount|showWordCount|allowMultipleMasks|mask|inputType|inputFormat|autocomplete|attributes|properties|lockKey|shortcut|addons|overlay|keyModified|calculateServer|collapsible|collapsed|tree|lazyLoad|widget|type|border|striped|bordered|hover|condensed|width|offset|push|pull|currentWidth|cellAlignment|inline|breadcrumb.*|buttonSettings|scrollToTop|inDataGrid|gridRow|dataPath|index|deleted|__v|project|settings|storage|webcam.*|image|imageSize|uploadOnly|dir|validateOn|strictDateValidation|limit|searchEnabled|searchField|searchThreshold|fuseOptions|uniqueOptions|indexeddb|readOnlyValue|useExactSearch|ignoreCache|template|selectThreshold|sort|filter|minSearch|authenticate|nextPage|previousPage|saveOnEnter|verticalLayout|allowReorder|autoAdjust|showValidations|event|alwaysEnabled|oneTime.*|idPath|tag|refreshOnChange|reference|hideOnChildrenHidden|cloneRows|numRows|numCols|header|caption|weight|applyMaskOn|datepickerMode|showWeeks|startingDay|yearRows|yearColumns|hourStep|minuteStep|showMeridian|readonlyInput|mousewheel|arrowkeys|hourIncrement|minuteIncrement|time_24hr|allowInput|addAnotherPosition|defaultOpen|layoutFixed|useLocaleSettings|validateWhenHidden|breadcrumbClickable|useOriginalRevision)$/,
  typeform:
    /^(id|ref|type|workspace|theme|_links|self|settings|last_updated_at|created_at|published_at|cui_settings|attachment|layout|shape|hide_marks|button_text|show_button|share_icons|button_mode|redirect_url|vertical_alignment|default_country_code|separator|structure|variables|supersized|show_labels|video|image|alternate_text|href)$/,
  google:
    /^(formId|revisionId|responderUri|linkedSheetId|documentTitle|itemId|questionId|publishSettings|settings|folderId|iconType|image|contentUri|properties|alignment|width|altText|sourceUri)$/,
}

export function reportUnread(source: Exclude<ImportSource, 'text'>, unread: readonly UnreadKey[], losses: Losses): void {
  for (const { path, key, value } of unread) {
    if (ASIDE[source].test(key) || isEmpty(value)) losses.aside(path, 'layout', value)
    else losses.lost(path, reasonOf(key, value), value)
  }
}

/** What is written out and yet says nothing, as some tools write every setting. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '' || value === false || (typeof value === 'object' && Object.values(value as object).every(isEmpty))
}

function reasonOf(key: string, value: unknown): LossReason {
  // words in a language that is neither of the platform's
  if (typeof value === 'string' && /^[a-z]{2}(-[a-z]{2,4})?$/i.test(key) && !/^(id|eq|on|to|op)$/.test(key)) return 'text'
  if (/If$|Expression$|^triggers$|^calculated|[Cc]onditional|^logic$|[Rr]eactions$|^rule$|^dependen/.test(key)) return 'rule'
  if (/script|^custom(?!Message)|^on[A-Z]|function/i.test(key)) return 'script'
  if (
    typeof value === 'string' &&
    /text|label|title|message|description|html|content|placeholder|prefix|suffix|help|caption|tooltip/i.test(key)
  )
    return 'text'
  if (/^default|value$/i.test(key)) return 'value'
  return 'keyword'
}
