import { type SubmitEvent, useState } from 'react'
import { isRefusal } from '#lib/error.ts'

export type Problem = { message: string; fields: Record<string, string> }

/**
 * Sends a form once at a time and keeps what was refused. The inputs keep their own values, so nothing that was typed
 * is lost by a refusal.
 */
export function useSubmit(send: (form: Record<string, string>) => Promise<void>) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setBusy(true)
    try {
      await send(Object.fromEntries(new FormData(form)) as Record<string, string>)
      setProblem(null)
    } catch (error) {
      setProblem(inOrder(problemOf(error), form))
    } finally {
      setBusy(false)
    }
  }
  return { submit, busy, problem, setProblem, errorOf: (name: string) => problem?.fields[name] }
}

/** As the fields stand on the page. */
function inOrder({ message, fields }: Problem, form: HTMLFormElement): Problem {
  const places = Array.from(form.elements, ({ id }) => id)
  const ordered = Object.entries(fields).sort(([a], [b]) => places.indexOf(a) - places.indexOf(b))
  return { message, fields: Object.fromEntries(ordered) }
}

export function problemOf(error: unknown): Problem {
  if (isRefusal(error)) return { message: error.message, fields: error.fields ?? {} }
  return { message: '网络不通，内容还在，请稍后再试', fields: {} }
}
