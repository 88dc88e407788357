import { useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { useDraft } from '#ui/form/useDraft.ts'
import { draftOf, filesOf, sentOf, withFiles } from './formFiles.ts'

type Form = Output<ApiContract['GET /member/application/form']>
type Written = Output<ApiContract['POST /member/application/save']>
type Sent = Input<ApiContract['POST /member/application/save']>

/** An application as `GET /member/application/form` answers it, or a call of its kind that says more. */
export type OwnForm = Pick<Form, 'id' | 'version' | 'fields' | 'openFields' | 'form' | 'materials' | 'auditReason'> & {
  /** Of one that the first save begins. */
  kind?: string
}

type Start = {
  of: OwnForm
  /** Under which what is typed outlives a reload in this tab; the same before and after the application has an id. */
  draftName: string
  /** Begins it by a call of its own, where its kind has one; else the first save does. */
  begin?: (sent: Sent) => Promise<Pick<Written, 'id' | 'version' | 'savedAt'>>
  handedIn: (done: Written) => void
}

/** The form of an application while it is filled in: kept as it is typed, looked over, handed in. */
export function useApplicationForm({ of, draftName, begin, handedIn }: Start) {
  const id = useRef(of.id)
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [isLookedOver, setLookedOver] = useState(false)
  const contentOf = (values: FormValues, version: number | undefined) => ({ ...sentOf(values), version, answers })
  /** By its kind while it has no id. */
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
  const handing = useSubmit('POST /member/application/submit')
  return {
    draft,
    answers,
    isLookedOver,
    busy: handing.busy,
    error: handing.error,
    errors: handing.fields,
    files: filesOf(draft.values),
    answer: (name: string, text: string) => setAnswers(before => ({ ...before, [name]: text })),
    changeFiles: (code: string, files: UploadedFile[]) => draft.change(withFiles(draft.get().values, code, files)),
    lookOver: () => setLookedOver(true),
    goBack: () => setLookedOver(false),
    async handIn() {
      // What begins by a call of its own has begun before it is handed in, though nothing was typed.
      if (id.current === null && begin) draft.change(draft.get().values)
      await draft.flush()
      if (id.current === null && begin) return setLookedOver(false)
      const { values, version } = draft.get()
      const done = await handing.submit({ ...contentOf(values, version), ...which() })
      setLookedOver(false)
      if (!done) return
      draft.finish(done.version)
      handedIn(done)
    },
    /** What the server has by now: somebody else of the same account may write, too. */
    async newer() {
      const now = await browserApi('GET /member/application/form', which())
      const materials = of.materials.length ? now.materials : []
      return { values: draftOf({ form: now.form, materials }), version: now.version ?? undefined }
    },
  }
}
export type ApplicationFilling = ReturnType<typeof useApplicationForm>
