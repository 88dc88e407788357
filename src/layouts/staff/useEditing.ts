import { useState } from 'react'
import { useRevalidator } from 'react-router'

/** Whether the record of a screen is being edited; when that is done, it is read anew. */
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
