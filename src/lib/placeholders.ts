export type Values = Record<string, string>

const NAME = /\{([^{}\s]{1,12})\}/g

/** The names in braces, each once. */
export const namesIn = (text: string): string[] => [...new Set([...text.matchAll(NAME)].map(([, name]) => name!))]

/**
 * The text with its placeholders filled in. What has nothing to say is left out: words in brackets around an empty
 * placeholder, and lines whose placeholders are all empty.
 */
export function fillIn(text: string, values: Values): string {
  const isEmpty = (name: string) => !values[name]
  return text
    .replace(/（[^（）]*）/g, part => (namesIn(part).some(isEmpty) ? '' : part))
    .split('\n')
    .filter(line => namesIn(line).length === 0 || !namesIn(line).every(isEmpty))
    .join('\n')
    .replace(NAME, (_, name: string) => values[name] ?? '')
}
