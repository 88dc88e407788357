import { useState } from 'react'
import { useRevalidator } from 'react-router'

/** What the last act on a screen came to, in words; with it, all that the screen shows is read anew. */
export function useOutcome() {
  const { revalidate } = useRevalidator()
  const [said, say] = useState('')
  const done = (words: string) => {
    say(words)
    void revalidate()
  }
  return { said, done, reload: revalidate }
}
