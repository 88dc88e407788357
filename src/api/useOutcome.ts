import { useState } from 'react'
import { useRevalidator } from 'react-router'

/** Keeps the result message of the last action on a screen, and reloads all that the screen shows. */
export function useOutcome() {
  const { revalidate } = useRevalidator()
  const [said, say] = useState('')
  const done = (words: string) => {
    say(words)
    void revalidate()
  }
  return { said, done, reload: revalidate }
}
