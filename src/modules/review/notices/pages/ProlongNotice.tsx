import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import type { FormField } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { StaffNoticeDetail } from './StaffNotice.tsx'

const fields: FormField[] = [
  { name: 'days', label: '延长', kind: 'number', section: '', required: true, min: 1, max: 30, unit: '个工作日' },
  { name: 'reason', label: '理由', kind: 'text', section: '', required: true, max: 200, hint: '会在公示页面公布' },
]
type Props = { of: StaffNoticeDetail; close: () => void; changed: () => void }

/** More days for the public, and why. */
export const ProlongNotice = ({ of, close, changed }: Props) => (
  <FormDialog
    title={`延长公示期：${of.title}`}
    fields={fields}
    initial={{ days: 3, reason: '' }}
    action="延长"
    send={async ({ days, reason }) => {
      const given = { id: of.id, days: Number(days), reason: String(reason) }
      const { toDay } = await browserApi('POST /staff/notice/prolong', given)
      announce(`公示期延长到 ${toDay}`)
      changed()
    }}
    close={close}
  />
)
