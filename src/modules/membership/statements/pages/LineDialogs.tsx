import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import type { Line } from '#modules/membership/fees/pages/feeViews.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { ChoosePayable } from './ChoosePayable.tsx'
import { LineAccount } from './LineAccount.tsx'
import type { Asked } from './lines.ts'

type Props = { line: Line; asked: Asked; close: () => void; changed: () => void }

/** What is asked before something is done with one payment. */
export function LineDialog({ asked, ...rest }: Props) {
  if (asked === 'choose') return <ChoosePayable {...rest} />
  if (asked === 'aside') return <PutAside {...rest} />
  if (asked === 'undo') return <Undo {...rest} />
  return <LineAccount line={rest.line} close={rest.close} />
}

type DialogProps = Omit<Props, 'asked'>
const noteField: FormField = { name: 'note', label: '是什么款项', section: '', kind: 'text', max: 200, required: true }
const because = reasonField('会员会看到', { kind: 'text' })

function PutAside({ line, close, changed }: DialogProps) {
  const put = async ({ note }: FormValues) => {
    await browserApi('POST /staff/statement/note', { lineId: line.id, note: String(note ?? ''), aside: true })
    announce('已标为其他款项')
    changed()
  }
  const initial = { note: line.note }
  return (
    <FormDialog title="标为其他款项" fields={[noteField]} initial={initial} close={close} action="保存" send={put} />
  )
}

function Undo({ line, close, changed }: DialogProps) {
  const undo = async ({ reason }: FormValues) => {
    await browserApi('POST /staff/statement/undo', { lineId: line.id, reason: String(reason ?? '') })
    announce('已撤销入账')
    changed()
  }
  const intro = <p>这笔会费回到入账前的状态，会员会收到更正通知。已入会或已开票据的不能撤销。</p>
  return (
    <FormDialog title="撤销入账" fields={[because]} intro={intro} close={close} action="撤销入账" danger send={undo} />
  )
}
