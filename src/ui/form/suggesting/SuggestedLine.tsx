import { AutoComplete } from 'antd'
import { useState } from 'react'
import type { Described } from '../Field.tsx'
import { filterSuggestions, useSuggestions } from './useSuggestions.ts'

type Props = {
  dictionary: string
  value: string
  onChange: (value: string) => void
  described: Described
}

/** A line of words for which a dictionary has some to choose from; others may be typed. */
export function SuggestedLine({ dictionary, value, onChange, described }: Props) {
  const { names, enter } = useSuggestions(dictionary)
  const [isTyping, type] = useState(false)
  return (
    <AutoComplete
      {...described}
      value={value}
      onFocus={() => {
        enter()
        type(false)
      }}
      onSearch={() => type(true)}
      onChange={(typed: string | undefined) => onChange(typed ?? '')}
      options={(isTyping ? filterSuggestions(names, value) : names).map(name => ({ value: name }))}
      // Enter takes what was typed, not what resembles it.
      defaultActiveFirstOption={false}
      placeholder="可选用，也可另填"
    />
  )
}
