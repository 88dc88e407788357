import { useState } from 'react'
import { useRevalidator } from 'react-router'

/** State of a screen whose record can be edited; the record is reloaded afterwards. */
export function useEditing() {
  const { revalidate } = useRevalidator()
  const [isEditing, set] = useState(false)
  const cancel = () => set(false)
  const done = () => {
    set(false)
    void revalidate()
  }
  return { isEditing, edit: () => set(true), form: { done, cancel, reload: revalidate } }
}
