import { useRef, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import type { Refusal } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'

type Refused = { message: string; errors: FieldErrors }
const NONE: FieldErrors = {}

/**
 * A form whose inputs keep what is typed: sent once at a time, read when it is sent. Nothing is lost by a refusal, nor by
 * a page that comes alive under somebody's fingers.
 */
export function useLightForm(send: (typed: Record<string, string>) => Promise<unknown>) {
  const element = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [busy, setBusy] = useState(false)
  const data = () => new FormData(element.current ?? undefined)
  const typed = () =>
    Object.fromEntries([...data()].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  /** `null`: what was refused before is put right. */
  const refuse = (refusal: Refusal | null) =>
    setRefused(refusal && { message: refusal.message, errors: sortErrors(refusal.fields ?? NONE, element.current) })
  const submit = async () => {
    if (busy) return
    setBusy(true)
    try {
      await send(typed())
      refuse(null)
    } catch (error) {
      refuse(toRefusal(error))
    } finally {
      setBusy(false)
    }
  }
  return { element, submit, busy, refuse, typed, data, message: refused?.message, errors: refused?.errors ?? NONE }
}
export type SendingForm = ReturnType<typeof useLightForm>

/** Sorts the errors in the order of the fields on the page. */
function sortErrors(fields: FieldErrors, form: HTMLFormElement | null): FieldErrors {
  const places = Array.from(form?.querySelectorAll('[id]') ?? [], ({ id }) => id.replace('field-', ''))
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => places.indexOf(a) - places.indexOf(b)))
}
