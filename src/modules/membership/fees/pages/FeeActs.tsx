import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { FeeDetail } from './feeViews.ts'

type Props = { fee: FeeDetail; reload: () => void }
type Act = 'confirm' | 'return' | 'adjust' | 'receipt'

/** Buttons of the actions allowed on a fee. */
export function FeeActs({ fee, reload }: Props) {
  const [asking, ask] = useState<Act>()
  const may = (act: FeeDetail['may'][number]) => fee.may.includes(act)
  if (fee.may.length === 0) return null
  const shared = { fee, reload, close: () => ask(undefined) }
  return (
    <>
      <p className="form-actions">
        {may('confirm') && (
          <Button type="primary" onClick={() => ask('confirm')}>
            确认到账
          </Button>
        )}
        {may('return') && <Button onClick={() => ask('return')}>退回凭证</Button>}
        {may('adjust') && <Button onClick={() => ask('adjust')}>减免</Button>}
        {may('receipt') && (
          <Button onClick={() => ask('receipt')}>{fee.receiptFile ? '重新发送票据' : '发送票据'}</Button>
        )}
        {may('undo') && fee.line && (
          <Link to={`/staff/statements/${fee.line.statementId}?state=accepted`}>到对账结果中撤销</Link>
        )}
      </p>
      {asking === 'confirm' && <Confirm {...shared} />}
      {asking === 'return' && <Return {...shared} />}
      {asking === 'adjust' && <Adjust {...shared} />}
      {asking === 'receipt' && <SendReceipt {...shared} />}
    </>
  )
}

type FeeDialogProps = Props & { close: () => void }

function Confirm({ fee, reload, close }: FeeDialogProps) {
  const { id, version } = fee
  const confirm = async () => {
    await browserApi('POST /staff/fee/settle', { id, version, action: 'confirm' })
    announce(`${fee.name} ${fee.year} 年度会费已确认到账`)
    reload()
  }
  const intro = `请先与银行账户核对：${fee.payer} ${fee.paidOn ?? ''} 汇款 ${formatYuan(fee.amount)} 元。`
  const follows = fee.memberId ? '会员会收到通知。' : '确认后入会完成，会员证书随即签发。'
  return (
    <FormDialog
      title="确认到账"
      action="确认到账"
      send={confirm}
      close={close}
      intro={
        <p>
          {intro}
          {follows}
        </p>
      }
    />
  )
}

const reasonWithHint = (hint: string) => reasonField(hint, { kind: 'text' })

function Return({ fee, reload, close }: FeeDialogProps) {
  const { id, version } = fee
  const giveBack = async ({ reason }: FormValues) => {
    await browserApi('POST /staff/fee/settle', { id, version, action: 'return', reason: String(reason ?? '') })
    announce('凭证已退回')
    reload()
  }
  const fields = [reasonWithHint('会员会看到，请写明怎样补正')]
  return <FormDialog title="退回缴费凭证" fields={fields} action="退回" send={giveBack} close={close} />
}

function Adjust({ fee, reload, close }: FeeDialogProps) {
  const { id, version } = fee
  const standard = fee.standard ?? fee.amount
  const fields: FormField[] = [
    {
      name: 'amount',
      label: '应缴金额',
      section: '',
      kind: 'number',
      unit: '元',
      min: 0,
      max: standard,
      required: true,
      hint: `标准 ${formatYuan(standard)} 元；0 为免缴，等于标准即恢复`,
    },
    reasonWithHint('会员会看到，并记入该笔会费的经过'),
  ]
  const adjust = async ({ amount, reason }: FormValues) => {
    await browserApi('POST /staff/fee/adjust', { id, version, amount: Number(amount), reason: String(reason ?? '') })
    announce('会费金额已更改')
    reload()
  }
  const initial = { amount: fee.amount }
  return <FormDialog title="减免会费" fields={fields} initial={initial} close={close} action="保存" send={adjust} />
}

const receiptFields: FormField[] = [
  { name: 'number', label: '票据号码', section: '', kind: 'text', max: 40, required: true },
]

/** The file goes to the member as a message; nobody else may read it. */
function SendReceipt({ fee, reload, close }: FeeDialogProps) {
  const { id, version } = fee
  const [files, setFiles] = useState<UploadedFile[]>([])
  const send = async ({ number }: FormValues) => {
    await browserApi('POST /staff/fee/receipt', { id, version, fileId: files[0]!.id, number: String(number ?? '') })
    announce('票据已发给会员')
    reload()
  }
  return (
    <FormDialog
      title="发送票据"
      fields={receiptFields}
      initial={{ number: fee.receiptNumber }}
      action="发送给会员"
      disabled={files.length === 0}
      send={send}
      close={close}
      intro={
        <p>
          票据文件随消息发给 {fee.name}，抬头应为“{fee.receiptTitle || fee.name}”。
        </p>
      }
    >
      <Field name="file" label="票据文件" required group>
        {described => <Upload {...described} use="material" value={files} onChange={setFiles} label="票据文件" />}
      </Field>
    </FormDialog>
  )
}
