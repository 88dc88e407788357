import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { invoiceFields } from '#lib/form/invoiceFields.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Table } from '#ui/table/Table.tsx'

type Of = Output<ApiContract['GET /staff/receivable/detail']>
type Props = { of: Of; reload: () => void }

/** The invoice, and red ones beside what they take back; each is written down here. */
export function ReceivableInvoices({ of, reload }: Props) {
  const [dialog, setDialog] = useState<'blue' | 'red'>()
  const mayRecord = useMay('staff:finance')
  if (of.redable === 0 && of.reds.length === 0 && !of.canRecordInvoice) return null
  const close = () => setDialog(undefined)
  const fileCell = (file: Of['reds'][number]['file'], number: string) =>
    file && (
      <DownloadButton from="GET /file/{id}" input={{ id: file.id, download: '1' }}>
        下载<span className="hidden-text">：{number}</span>
      </DownloadButton>
    )
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>发票</h2>
        {mayRecord && of.canRecordInvoice && (
          <Button onClick={() => setDialog('blue')}>{of.invoiceNumber ? '重新登记发票' : '登记发票'}</Button>
        )}
        {mayRecord && of.redable > 0 && <Button onClick={() => setDialog('red')}>登记红字发票</Button>}
      </div>
      {of.reds.length === 0 ? (
        <p>{of.invoiceNumber ? `发票 ${of.invoiceNumber} 没有冲红。` : '还没有登记发票。'}</p>
      ) : (
        <Table
          caption="这笔款项的红字发票"
          rows={of.reds}
          columns={[
            { name: '红字号码', cell: ({ number }) => number },
            { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
            { name: '原因', cell: ({ reason }) => reason },
            { name: '开票日期', nowrap: true, cell: ({ issuedOn }) => issuedOn },
            { name: '文件', nowrap: true, cell: ({ file, number }) => fileCell(file, number) },
            {
              name: '对应蓝字',
              cell: ({ blueNumber, blueAmount, blueIssuedOn }) =>
                `${blueNumber}，${formatYuan(blueAmount)} 元${blueIssuedOn ? `，${blueIssuedOn}` : ''}`,
            },
            { name: '蓝字文件', nowrap: true, cell: ({ blueFile, blueNumber }) => fileCell(blueFile, blueNumber) },
          ]}
        />
      )}
      {dialog === 'blue' && <RecordInvoice of={of} reload={reload} close={close} />}
      {dialog === 'red' && <RecordRed of={of} reload={reload} close={close} />}
    </section>
  )
}

function RecordInvoice({ of, reload, close }: Props & { close: () => void }) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const send = async ({ number, issuedOn }: FormValues) => {
    await browserApi('POST /staff/invoice/record', {
      id: of.id,
      replaces: of.invoiceNumber,
      number: String(number ?? ''),
      issuedOn: String(issuedOn ?? ''),
      fileId: files[0]!.id,
    })
    announce('发票已登记，并发给缴费人')
    reload()
  }
  return (
    <FormDialog
      title={`登记发票：${of.payer}`}
      fields={invoiceFields}
      initial={{ number: of.invoiceNumber, issuedOn: of.invoicedOn ?? dayOf(new Date()) }}
      action="登记并发给缴费人"
      disabled={files.length === 0}
      send={send}
      close={close}
      intro={
        <p>
          抬头“{of.invoiceTitle}”，{formatYuan(of.amount)} 元。
          {of.invoiceNumber && `现有的发票 ${of.invoiceNumber} 将被替换。`}发票随消息发给缴费人。
        </p>
      }
    >
      <Field name="file" label="发票文件（PDF 或 OFD）" required group>
        {described => <Upload {...described} use="invoice" value={files} onChange={setFiles} label="发票文件" />}
      </Field>
    </FormDialog>
  )
}

function RecordRed({ of, reload, close }: Props & { close: () => void }) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const send = async ({ number, amount, reason, issuedOn }: FormValues) => {
    await browserApi('POST /staff/invoice/red', {
      id: of.id,
      number: String(number ?? ''),
      amount: Number(amount),
      reason: String(reason ?? ''),
      issuedOn: String(issuedOn ?? ''),
      fileId: files[0]!.id,
    })
    announce('红字发票已登记，并发给缴费人')
    reload()
  }
  const fields: FormField[] = [
    { name: 'number', label: '红字发票号码', section: '', kind: 'text', max: 40, required: true },
    {
      name: 'amount',
      label: '冲红金额',
      section: '',
      kind: 'number',
      unit: '元',
      min: 0.01,
      max: of.redable,
      required: true,
      hint: '填正数',
    },
    { name: 'issuedOn', label: '开票日期', section: '', kind: 'day', required: true },
    reasonField('缴费人会看到'),
  ]
  return (
    <FormDialog
      title={`登记红字发票：${of.payer}`}
      fields={fields}
      initial={{ amount: of.redable, issuedOn: dayOf(new Date()) }}
      action="登记并发给缴费人"
      disabled={files.length === 0}
      send={send}
      close={close}
      intro={
        <p>
          冲红发票 {of.invoiceNumber}，还可冲红 {formatYuan(of.redable)} 元。全部冲红后可以重新开票。
        </p>
      }
    >
      <Field name="file" label="红字发票文件（PDF 或 OFD）" required group>
        {described => <Upload {...described} use="invoice" value={files} onChange={setFiles} label="红字发票文件" />}
      </Field>
    </FormDialog>
  )
}
