/** Refuses words of developers in what organisers, participants and experts read: names of libraries and formats, commands, ids, expressions. What only developers
 *  and operators read is named below; everything else is for people. */
import type { TextPair } from './readTextPairs.ts'

/** Where programs and the platform itself are set up: the studio and its kinds, API keys, webhooks, roles, the first administrator, examples. */
const FOR_DEVELOPERS =
  /^schemas\/(studio|platform|gallery|webhook|kinds|delivery|keywords|skins|settings)\/|\/account\/(keys|grants)\/|becomeAdministrator|\/locales\/\w+\/(studio|kernel)[\w-]*\.json/
/** Titles of calls stand in the log of changes alone; descriptions of kinds in the studio. */
const NOT_SHOWN = /\.(call|entity|role|flow|keyword)\.json#\/(title|description)/

interface Word {
  pattern: RegExp
  /** Places where it is the right word. */
  except?: RegExp
}

const WORDS: readonly Word[] = [
  // the person asked for all their data, in files of these formats
  { pattern: /\bJSON\b/, except: /profile\/privacy/ },
  { pattern: /\bnpm run\b|\bgit\b|\bSQL\b|\bCSS\b|\bHTML\b|\bCEL\b|\bYAML\b|\bUUID\b/ },
  { pattern: /部署|[Dd]eploy/, except: /plugins\/demo/ },
  { pattern: /\b(antd|formily|tiptap|echarts|pdfkit)\b/i },
  // the file format of other tools is named so that their users know it
  { pattern: /\bpdfme\b/, except: /pdfme 格式|pdfme format|#\/\$schema/ },
  { pattern: /(==|!=|&&|\|\|) ?["“\w]/ },
  { pattern: /(?:的|步骤|字段) id\b|\bid of (?:a|the)\b/i },
  { pattern: /正则|哈希|回调|后端|前端|\bregular expression\b|\bbackend\b|\bfrontend\b/i },
]

/** @returns one line per break: place and word */
export function checkDeveloperWords(pairs: readonly TextPair[]): string[] {
  return pairs
    .filter(({ place }) => !FOR_DEVELOPERS.test(place) && !NOT_SHOWN.test(place))
    .flatMap(({ place, zh, en }) =>
      [zh, en].flatMap((text) =>
        WORDS.filter(({ except }) => !except?.test(place) && !except?.test(text)).flatMap(({ pattern }) => {
          const found = pattern.exec(withoutValues(text))
          return found ? [`${place}: “${found[0]}” is a word of developers: say what it means for whoever reads it, or whom to ask`] : []
        }),
      ),
    )
}

/** Values in a text are filled in before anyone reads it; a text that begins with = is an expression itself. */
function withoutValues(text: string): string {
  return text.startsWith('=') ? '' : text.replaceAll(/\{\{[^{}]*\}\}/g, '')
}
