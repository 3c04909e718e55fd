/** A module around the file: a JSON file that is imported on demand reaches browsers as a script. */
import words from '../../../../schemas/kinds/words/zh.json' with { type: 'json' }

export default words
