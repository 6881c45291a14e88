import { make } from './page.js'

let numbers = 0

/**
 * The fields of a form.
 *
 * @param {string} key belongs to this form alone
 * @param {object[]} fields as the server describes them
 * @returns {{ rows: HTMLElement[], value: () => string | undefined, parts: () => [string, string][] }} `value` gives the JSON
 *   of an object with the values, or nothing after it has shown what is wrong; `parts` gives names with the JSON of values
 */
export function formOf(key, fields) {
  const controls = fields.map((field) => [field, control(`${key}.${field.name}`, field)])
  const rows = controls.map(([field, { input, more }]) => {
    const id = `sim-field-${++numbers}`
    input.id = id
    const about = [field.description, field.isSecret ? 'Secret: it is not shown, saved or logged.' : ''].filter(Boolean).join(' ')
    return make('div.sim-field', { title: about || undefined },
      make('label', { for: id }, field.name, make('span.sim-hint', {}, hint(field))), input, ...more)
  })
  const parts = () => controls.flatMap(([field, { input }]) => {
    const json = encoded(field, input.value)
    return json === undefined ? [] : [[field.name, json]]
  })
  return {
    rows,
    parts,
    value() {
      for (const [field, { input }] of controls) {
        input.setCustomValidity('')
        try {
          encoded(field, input.value)
        } catch (error) {
          input.setCustomValidity(error.message)
          input.reportValidity()
          return undefined
        }
      }
      return `{${parts().map(([name, json]) => `${JSON.stringify(name)}: ${json}`).join(', ')}}`
    },
  }
}

function hint({ kind, hint, isOptional, isSecret, initial }) {
  const isPlain = ['choice', 'yesNo', 'text'].includes(kind)
  const words = kind === 'lines' ? 'one text per line' : isPlain ? '' : hint.replace(/^an? /, '')
  return [isSecret ? 'secret' : '', words, initial ? `default ${initial}` : isOptional ? 'optional' : ''].filter(Boolean).join(', ')
}

function control(key, field) {
  const { kind, choices, suggestions, isOptional, isSecret, sample } = field
  const settings = { 'data-field': key, 'data-key': key, autocomplete: 'off', spellcheck: 'false' }
  const more = []
  let input
  if (kind === 'choice' || kind === 'yesNo') {
    const texts = kind === 'yesNo' ? [['true', 'yes'], ['false', 'no']] : choices.map((text) => [text, text])
    const none = isOptional ? [make('option', { value: '' }, field.initial ? 'default' : 'no value')] : []
    input = make('select', settings, ...none, ...texts.map(([value, words]) => make('option', { value }, words)))
  } else if (kind === 'lines' || kind === 'json') {
    input = make(isSecret ? 'textarea.masked' : 'textarea', { ...settings, rows: 2 }, sample ?? '')
  } else {
    const type = isSecret ? { type: 'password', autocomplete: 'new-password' } : { type: 'text' }
    input = make('input', { ...settings, ...type, value: sample, inputmode: kind === 'integer' ? 'numeric' : undefined })
    if (suggestions) {
      const list = `sim-list-${++numbers}`
      input.setAttribute('list', list)
      more.push(make('datalist', { id: list }, ...suggestions.map((value) => make('option', { value }))))
    }
  }
  input.addEventListener('input', () => input.setCustomValidity(''))
  return { input, more }
}

/** The JSON of a value; nothing for one that is left out. */
function encoded({ kind, isOptional }, text) {
  if (text === '' && isOptional) return undefined
  switch (kind) {
    case 'yesNo': return text
    case 'integer':
      if (!/^[+-]?\d+$/.test(text.trim())) throw new Error('Type an integer.')
      return BigInt(text.trim().replace(/^\+/, '')).toString()
    case 'number':
      if (text.trim() === '' || !Number.isFinite(Number(text))) throw new Error('Type a number.')
      return String(Number(text))
    case 'duration':
      if (text.trim() === '') throw new Error('Type a duration such as 15s.')
      return JSON.stringify(text.trim())
    case 'lines': return JSON.stringify(text.split('\n').filter((line) => line !== ''))
    case 'json':
      try {
        JSON.parse(text)
      } catch {
        throw new Error('Type JSON, such as {"name": "Ada"}.')
      }
      // Line ends stand only between the parts of JSON, and a step is one line.
      return text.replace(/[\r\n]+/g, ' ')
    default: return JSON.stringify(text)
  }
}
