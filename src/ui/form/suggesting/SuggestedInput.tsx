import type { ComponentProps } from 'react'
import { useSuggestions } from './useSuggestions.ts'

/** Text input of public pages with the browser's own list of suggestions; other values may be typed. */
export function SuggestedInput({ dictionary, id, ...input }: ComponentProps<'input'> & { dictionary: string }) {
  const { names, enter } = useSuggestions(dictionary)
  const list = `${id}-list`
  return (
    <>
      <input {...input} id={id} list={list} onFocus={enter} />
      <datalist id={list}>
        {names.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
