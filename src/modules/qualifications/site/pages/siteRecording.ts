import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Refusal } from '#lib/error.ts'
import type { FormField, FormRow } from '#lib/form/form.ts'
import { withoutEmptyRows } from '#lib/form/formReading.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { useTabStorage } from '#ui/form/useTabStorage.ts'
import { type Conclusion, type FindingResult, MAX_RECTIFICATION_DAYS } from '../../siteReview.ts'
import type { SiteParts, SiteReview } from './StaffSiteReview.tsx'

export type Finding = { result: FindingResult | null; remark: string }
type Typed = {
  /** Version of the review when typing began. */
  version: number
  findings: Record<number, Finding>
  list: FormRow[]
  conclusion: Conclusion | null
  summary: string
  files: UploadedFile[]
}

export const shortcomings: FormField = {
  name: 'nonconformities',
  label: '不符合项',
  kind: 'rows',
  section: '',
  max: 50,
  hint: `整改期限最长 ${MAX_RECTIFICATION_DAYS} 天；没有不符合项则留空`,
  columns: [
    { name: 'clause', label: '条款', kind: 'text', section: '', required: true, max: 60 },
    { name: 'description', label: '不符合的事实', kind: 'paragraph', section: '', required: true, max: 1000 },
    { name: 'dueOn', label: '整改期限', kind: 'day', section: '', required: true },
  ],
}

const typedIn = ({ version, findings, list, conclusion, summary, files }: SiteReview): Typed => ({
  version,
  findings: Object.fromEntries(findings.map(({ place, result, remark }) => [place, { result, remark }])),
  list: list.map(({ clause, description, dueOn }) => ({ clause, description, dueOn })),
  conclusion,
  summary,
  files,
})

/** A record while it is filled in: in this tab as it is typed, on the server when it is saved. */
export function useSiteRecord({ of, changed }: SiteParts) {
  const { value, keep, clear } = useTabStorage<Typed | null>(`site-record-${of.id}`, null)
  const typed = value ?? typedIn(of)
  const [state, setState] = useState<{ busy?: 'save' | 'conclude'; error?: Refusal }>({})
  const forget = () => {
    keep(null)
    clear()
  }
  const send = async (action: 'save' | 'conclude', version = typed.version): Promise<boolean> => {
    setState({ busy: action })
    const { findings, conclusion, summary, files } = typed
    const rows = withoutEmptyRows([shortcomings], { nonconformities: typed.list }).nonconformities as FormRow[]
    // Keeps the list without empty rows, because the server names errors by row position.
    keep({ ...typed, list: rows })
    try {
      const done = await browserApi('POST /staff/qualification/site/record', {
        id: of.id,
        version,
        action,
        conclusion,
        summary,
        fileIds: files.map(({ id }) => id),
        findings: Object.entries(findings).map(([place, finding]) => ({ place, ...finding })),
        nonconformities: rows.map(row => ({
          clause: String(row.clause ?? ''),
          description: String(row.description ?? ''),
          dueOn: row.dueOn ? String(row.dueOn) : undefined,
        })),
      })
      setState({})
      announce(action === 'save' ? '评审记录已保存' : `结论已提交，现在${done.statusName}`)
      forget()
      changed()
      return true
    } catch (error) {
      const refusal = toRefusal(error)
      if (refusal.code === 409) {
        // If the review was concluded meanwhile, reloading removes this form.
        announce(refusal.message)
        changed()
      }
      setState({ error: refusal })
      return false
    }
  }
  return {
    typed,
    send,
    forget,
    ...state,
    fields: state.error?.fields ?? {},
    change: (next: Partial<Typed>) => keep({ ...typed, ...next }),
    isUnsaved: value !== null,
  }
}
export type SiteRecording = ReturnType<typeof useSiteRecord>
