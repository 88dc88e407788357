import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { invoiceFields } from '#lib/form/invoiceFields.ts'
import { formatPhone } from '#lib/form/phone.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { toldNames } from '#modules/ledger/ledgerWords.ts'
import { Facts } from '#ui/Facts.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { StateTag, type Tone } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'

type Of = Output<ApiContract['GET /staff/receivable/detail']>
type Props = { of: Of; reload: () => void }

/** The invoice, and red ones beside what they take back; each is written down here. */
export function ReceivableInvoices({ of, reload }: Props) {
  const [dialog, setDialog] = useState<'blue' | 'red' | 'refuse'>()
  const mayRecord = useMay('staff:finance')
  const request = of.invoiceRequest
  if (of.redable === 0 && of.reds.length === 0 && !of.canRecordInvoice && !request) return null
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
        <span className="form-actions">
          {mayRecord && of.canRecordInvoice && (
            <Button onClick={() => setDialog('blue')}>{of.invoiceNumber ? '重新登记发票' : '登记发票'}</Button>
          )}
          {mayRecord && request?.canRefuse && <Button onClick={() => setDialog('refuse')}>退回申请</Button>}
          {mayRecord && of.redable > 0 && <Button onClick={() => setDialog('red')}>登记红字发票</Button>}
        </span>
      </div>
      {request && <InvoiceRequest of={of} request={request} />}
      {of.reds.length === 0 ? (
        !request && <p>{of.invoiceNumber ? `发票 ${of.invoiceNumber} 没有冲红。` : '还没有登记发票。'}</p>
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
      {dialog === 'refuse' && <RefuseRequest of={of} reload={reload} close={close} />}
      {dialog === 'red' && <RecordRed of={of} reload={reload} close={close} />}
    </section>
  )
}

type Request = NonNullable<Of['invoiceRequest']>

/** Facts to be printed. Showing the whole account number is recorded in the audit log. */
function InvoiceRequest({ of, request }: { of: Of; request: Request }) {
  const { submit, busy, error } = useSubmit('POST /staff/invoice/account')
  const [account, setAccount] = useState<string>()
  const mayReveal = useMay('staff:finance')
  const reveal = async () => setAccount((await submit({ id: of.id }))?.account)
  return (
    <>
      <Facts
        facts={[
          ['状态', <StateTag key="state" of={request} tones={invoiceTones} />],
          ['退回理由', request.state === 'refused' && request.refusal],
          ['发票种类', request.kindName],
          ['抬头', `${of.invoiceTitle}（${request.titleTypeName}）`],
          ['税号', of.invoiceCode],
          ['注册地址', request.address],
          ['注册电话', formatPhone(request.phone)],
          ['开户银行', request.bank],
          [
            '银行账号',
            request.account && (
              <span key="account" aria-live="polite">
                {account ?? request.account}{' '}
                {mayReveal && account === undefined && (
                  <Button type="link" loading={busy} onClick={() => void reveal()}>
                    完整账号
                  </Button>
                )}
              </span>
            ),
          ],
          ['接收邮箱', request.email],
        ]}
      />
      <Problem>{error?.message}</Problem>
    </>
  )
}

const invoiceTones: Record<Request['state'], Tone> = {
  none: 'plain',
  requested: 'warn',
  issued: 'good',
  refused: 'bad',
}

const refusalReason = reasonField('缴费人会看到，请写明怎样更正', { label: '理由', kind: 'text' })

function RefuseRequest({ of, reload, close }: Props & { close: () => void }) {
  const refuse = async ({ reason }: FormValues) => {
    const { told } = await browserApi('POST /staff/invoice/refuse', {
      id: of.id,
      title: of.invoiceTitle,
      reason: String(reason ?? ''),
    })
    announce(`发票申请已退回；${toldNames[told]}`)
    reload()
  }
  return (
    <FormDialog
      title={`退回发票申请：${of.invoiceTitle}`}
      fields={[refusalReason]}
      intro={<p>款项不受影响，理由随消息发给缴费人；缴费人更正抬头后，申请会回到待开票。</p>}
      close={close}
      action="退回"
      send={refuse}
    />
  )
}

function RecordInvoice({ of, reload, close }: Props & { close: () => void }) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const send = async ({ number, issuedOn }: FormValues) => {
    const { told } = await browserApi('POST /staff/invoice/record', {
      id: of.id,
      title: of.invoiceTitle,
      replaces: of.invoiceNumber,
      number: String(number ?? ''),
      issuedOn: String(issuedOn ?? ''),
      fileId: files[0]!.id,
    })
    announce(`发票已登记；${toldNames[told]}`)
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
