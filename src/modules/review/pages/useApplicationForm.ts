import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal, useSubmit } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { goToField } from '#ui/form/goToField.ts'
import { useDraft } from '#ui/form/useDraft.ts'
import { draftOf, filesOf, toPayload, withFiles } from './formFiles.ts'
import { useReceipt } from './useReceipt.ts'

type Form = Output<ApiContract['GET /member/application/form']>
type Written = Output<ApiContract['POST /member/application/save']>
type Sent = Input<ApiContract['POST /member/application/save']>

/** An application as `GET /member/application/form` answers it, or a call of its kind that says more. */
export type OwnForm = Pick<Form, 'id' | 'version' | 'fields' | 'openFields' | 'form' | 'materials' | 'auditReason'> & {
  /** Kind of an application that the first save creates. */
  kind?: string
  isConfirmable?: boolean
}

type Start = {
  of: OwnForm
  /** Key under which typed text survives a reload of the tab; the same before and after the application has an id. */
  draftName: string
  /** Begins it by a call of its own, where its kind has one; else the first save does. */
  begin?: (sent: Sent) => Promise<Pick<Written, 'id' | 'version' | 'savedAt'>>
}

/** The form of an application while it is filled in: kept as it is typed, looked over, handed in. */
export function useApplicationForm({ of, draftName, begin }: Start) {
  const id = useRef(of.id)
  const goToReceipt = useReceipt()
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [isLookedOver, setLookedOver] = useState(false)
  /** A place that is about to be filled by what was asked for: that it is empty is no fault. */
  const [spared, spare] = useState<string>()
  const contentOf = (values: FormValues, version: number | undefined) => ({ ...toPayload(values), version, answers })
  /** Identify the application by its kind until it has an id. */
  const which = () => (id.current === null ? { kind: of.kind } : { id: id.current })
  const save = async (values: FormValues, version: number | undefined) => {
    const content = contentOf(values, version)
    const saved =
      id.current === null && begin
        ? await begin(content)
        : await browserApi('POST /member/application/save', { ...content, ...which() })
    id.current = saved.id
    return saved
  }
  const draft = useDraft({ id: draftName, values: draftOf(of), version: of.version ?? undefined, save })
  const checking = useSubmit('POST /member/application/check')
  const handing = useSubmit('POST /member/application/submit')
  // The summary takes the focus whenever it is given others.
  const faults = useMemo(() => faultsExcept(checking.fields, spared), [checking.fields, spared])
  /** Written down as it is now, by a call that may begin it; null where that was refused. */
  const settle = async () => {
    if (id.current === null && begin) draft.change(draft.get().values)
    await draft.flush()
    if (id.current === null && begin) return null
    const { values, version } = draft.get()
    return { ...contentOf(values, version), ...which() }
  }
  return {
    draft,
    answers,
    isLookedOver,
    busy: checking.busy || handing.busy,
    error: handing.error ?? checking.error,
    errors: handing.error ? handing.fields : faults,
    /** Heading of the error summary; undefined if a fault is hidden, so that the form counts the rest itself. */
    heading: handing.error ? handing.error.message : spared ? undefined : checking.error?.message,
    files: filesOf(draft.values),
    answer: (name: string, text: string) => setAnswers(before => ({ ...before, [name]: text })),
    changeFiles: (code: string, files: UploadedFile[]) => draft.change(withFiles(draft.get().values, code, files)),
    /** Checks on the server first, so that the review step is shown only for a form that can be submitted. */
    async lookOver() {
      handing.reset()
      spare(undefined)
      const content = await settle()
      if (content && (await checking.submit(content))) setLookedOver(true)
    },
    /** Tells whether the form could be submitted apart from errors in this slot; shows only the other errors. */
    async isReadyBut(place: string) {
      handing.reset()
      const content = await settle()
      if (!content) return false
      const refusal = await browserApi('POST /member/application/check', content).then(() => null, toRefusal)
      const isReady = !refusal || Object.keys(refusal.fields ?? {}).join() === place
      spare(place)
      if (isReady) checking.reset()
      else await checking.submit(content)
      return isReady
    },
    /** Returns to the part with this field, or to the top without one. */
    goBack(field?: string) {
      flushSync(() => setLookedOver(false))
      if (field) goToField(field, { part: true })
    },
    async handIn() {
      const content = await settle()
      const done = content && (await handing.submit(content))
      setLookedOver(false)
      if (!done) return
      draft.finish(done.version)
      goToReceipt(done.id)
    },
    /** Loads the server's current version, since another login of the same account may have saved. */
    async newer() {
      const now = await browserApi('GET /member/application/form', which())
      const materials = of.materials.length ? now.materials : []
      return { values: draftOf({ form: now.form, materials }), version: now.version ?? undefined }
    },
  }
}
export type ApplicationFilling = ReturnType<typeof useApplicationForm>

const faultsExcept = (faults: FieldErrors, spared: string | undefined): FieldErrors =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => name !== spared))
