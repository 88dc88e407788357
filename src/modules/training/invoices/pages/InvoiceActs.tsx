import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { invoiceFields } from '#lib/form/invoiceFields.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { yuan } from '#lib/money.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { InvoiceRequest } from './invoiceViews.ts'

type Props = { of: InvoiceRequest; changed: () => void }

/** What may be done with a request now; `isMain` where this one alone is looked at. */
export function InvoiceActs({ of, changed, isMain }: Props & { isMain?: boolean }) {
  const [asking, ask] = useState<'issue' | 'refuse'>()
  if (of.may.length === 0) return of.state === 'refused' ? '等待更正' : '—'
  const asked = { of, changed, close: () => ask(undefined) }
  const about = <span className="hidden-text">：{of.title}</span>
  return (
    <div className="invoice-acts">
      <Button type={isMain ? 'primary' : 'default'} onClick={() => ask('issue')}>
        {of.state === 'issued' ? '重新登记' : '登记发票'}
        {about}
      </Button>
      {of.may.includes('refuse') && <Button onClick={() => ask('refuse')}>退回{about}</Button>}
      {asking === 'issue' && <Issue {...asked} />}
      {asking === 'refuse' && <Refuse {...asked} />}
    </div>
  )
}

type Asked = Props & { close: () => void }

const told = { message: '，已发到会员中心', sms: '，已发短信通知', nobody: '；没有可通知的账号或手机，请自行转交' }

function Issue({ of, changed, close }: Asked) {
  const { id, version } = of
  const [files, setFiles] = useState<UploadedFile[]>([])
  const issue = async ({ number, issuedOn }: FormValues) => {
    const done = await browserApi('POST /staff/training/invoice/issue', {
      id,
      version,
      fileId: files[0]!.id,
      number: String(number ?? ''),
      issuedOn: String(issuedOn ?? ''),
    })
    announce(`发票已登记${told[done.told]}`)
    changed()
  }
  const initial = { number: of.invoiceNumber, issuedOn: of.issuedOn ?? dayOf(new Date()) }
  const intro = (
    <p>
      {of.kindName}，抬头“{of.title}”，{of.taxNumber && `税号 ${of.taxNumber}，`}
      {yuan(of.amount)} 元。发票随消息发给会员；没有账号的报名人凭短信到报名页下载。
    </p>
  )
  return (
    <FormDialog
      title={`登记发票：${of.number}`}
      fields={invoiceFields}
      initial={initial}
      intro={intro}
      close={close}
      action="登记并通知"
      disabled={files.length === 0}
      send={issue}
    >
      <Field name="fileId" label="发票文件" required group>
        {described => <Upload {...described} use="invoice" value={files} onChange={setFiles} label="发票文件" />}
      </Field>
    </FormDialog>
  )
}

const because = reasonField('报名人会看到，请写明怎样更正', { label: '理由', kind: 'text' })

function Refuse({ of, changed, close }: Asked) {
  const { id, version } = of
  const refuse = async ({ reason }: FormValues) => {
    const done = await browserApi('POST /staff/training/invoice/refuse', { id, version, reason: String(reason ?? '') })
    announce(`发票申请已退回${told[done.told]}`)
    changed()
  }
  const intro = <p>报名不受影响；报名人更正发票信息后，申请会回到这里。</p>
  return (
    <FormDialog
      title={`退回发票申请：${of.title}`}
      fields={[because]}
      intro={intro}
      close={close}
      action="退回"
      send={refuse}
    />
  )
}
