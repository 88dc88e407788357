import './staffInvoices.css'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input, Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { invoiceFields } from '#lib/form/invoiceFields.ts'
import { formatPhone } from '#lib/form/phone.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { invoiceStateNames, requestedStates } from '#modules/training/invoiceWords.ts'
import { Facts } from '#ui/Facts.tsx'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { StateTag, Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { useRemoveParameter } from '#ui/table/useRemoveParameter.ts'
import { withQuery } from '#ui/table/withQuery.ts'
import type { Route } from './+types/StaffInvoices'

export { staffInvoices as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filter } = listQuery<Filters>(query, 'state', 'courseId', 'key')
  const [page, totals] = await Promise.all([
    api('GET /staff/training/invoices', { ...filter, pageNum, pageSize }),
    api('GET /staff/training/invoice/totals', filter),
  ])
  return { filter, page, totals }
})

const states = requestedStates.map(code => ({ code, name: invoiceStateNames[code] }))

type Filters = Input<ApiContract['GET /staff/training/invoice/export']>

/** 培训发票: what is to be printed, for whom, and what has been. */
export default function StaffInvoices({ loaderData }: Route.ComponentProps) {
  const { filter } = loaderData
  const answer = useLoaded(loaderData.page)
  const totals = useLoaded(loaderData.totals)
  const [query] = useSearchParams()
  const { reload } = answer
  const shown = answer.data?.list.find(({ id }) => id === Number(query.get('invoice')))
  const close = useRemoveParameter('invoice')
  const courses = (totals.data?.courses ?? []).map(({ id, title }) => ({ code: String(id), name: title }))
  return (
    <section className="desk-card">
      <h2>发票申请</h2>
      <States answer={totals} lines={1}>
        {({ states }) => (
          <p>
            {states.length === 0 && '没有发票申请。'}
            {states
              .map(({ stateName, count, amount }) => `${stateName} ${count} 张，${formatYuan(amount)} 元`)
              .join('；')}
          </p>
        )}
      </States>
      <DataTable<InvoiceRequest>
        caption="发票申请"
        answer={answer}
        unit="张"
        empty={{ title: '没有发票申请', children: <p>报名时要求开票、培训费已到账的，会列在这里。</p> }}
        filters={[
          { name: 'key', label: '名称、抬头或编号', kind: 'text' },
          { name: 'state', label: '状态', options: states },
          { name: 'courseId', label: '培训班', options: courses },
        ]}
        save={() => saveFile('GET /staff/training/invoice/export', filter)}
        columns={[
          {
            name: '发票抬头',
            cell: ({ id, title, taxNumber }) => (
              <>
                <Link to={withQuery(query, 'invoice', id)} preventScrollReset>
                  {title}
                </Link>
                <small>{taxNumber || '没有税号'}</small>
              </>
            ),
          },
          {
            name: '金额（元）',
            isFigure: true,
            cell: ({ amount, kindName }) => (
              <>
                {formatYuan(amount)}
                <small>{kindName}</small>
              </>
            ),
          },
          {
            name: '报名',
            cell: ({ applicationId, number, name, courseTitle }) => (
              <>
                {applicationId ? <Link to={`/staff/review/${applicationId}`}>{name}</Link> : name}
                <small>
                  {number} {courseTitle}
                </small>
              </>
            ),
          },
          { name: '汇款日期', cell: ({ paidOn }) => paidOn ?? '—', nowrap: true, width: '124px' },
          {
            name: '状态',
            cell: ({ state, stateName, invoiceNumber, reason }) => (
              <>
                <Tag tone={invoiceTones[state]}>{stateName}</Tag>
                {state === 'issued' && <small>{invoiceNumber}</small>}
                {state === 'refused' && <small>{reason}</small>}
              </>
            ),
          },
          { name: '操作', cell: of => <InvoiceActs of={of} changed={reload} />, width: '210px' },
        ]}
      />
      {shown && <InvoiceDetail key={shown.id} of={shown} changed={reload} close={close} />}
    </section>
  )
}

type Props = { of: InvoiceRequest; changed: () => void; close: () => void }

function InvoiceDetail({ of, changed, close }: Props) {
  const { submit, busy, error } = useSubmit('POST /staff/training/invoice/account')
  const [account, setAccount] = useState<string>()
  const mayReveal = useMay('staff:finance')
  const reveal = async () => setAccount((await submit({ id: of.id }))?.account)
  return (
    <Drawer title={`发票申请：${of.number}`} open onClose={close} size="min(36rem, 100vw)">
      <InvoiceActs of={of} changed={changed} isMain />
      <Facts
        facts={[
          ['状态', <StateTag key="state" of={of} tones={invoiceTones} />],
          ['退回理由', of.reason],
          ['发票种类', of.kindName],
          ['金额', `${formatYuan(of.amount)} 元`],
          ['抬头', `${of.title}（${of.titleTypeName}）`],
          ['纳税人识别号', of.taxNumber],
          ['注册地址', of.regAddress],
          ['注册电话', formatPhone(of.regPhone)],
          ['开户银行', of.bank],
          [
            '银行账号',
            of.bankAccount && (
              <span key="account" aria-live="polite">
                {account ?? of.bankAccount}{' '}
                {mayReveal && account === undefined && (
                  <Button type="link" loading={busy} onClick={() => void reveal()}>
                    完整账号
                  </Button>
                )}
              </span>
            ),
          ],
          ['接收邮箱', of.email],
          ['培训班', of.courseTitle],
          ['报名', `${of.name}，${of.statusName}`],
          ['汇款', of.paidOn && `${of.payer} ${of.paidOn}`],
          ['发票号码', of.invoiceNumber],
          ['开票日期', of.issuedOn],
        ]}
      />
      <Problem>{error?.message}</Problem>
      {of.file && (
        <SaveButton save={() => saveFile('GET /file/{id}', { id: of.file!.id, download: '1' })}>
          下载 {of.file.name}
        </SaveButton>
      )}
    </Drawer>
  )
}

type InvoiceActsProps = { of: InvoiceRequest; changed: () => void }

/** Actions on a request; `isMain`: only this request is shown. */
function InvoiceActs({ of, changed, isMain }: InvoiceActsProps & { isMain?: boolean }) {
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

type InvoiceDialogProps = InvoiceActsProps & { close: () => void }

const notifiedText = {
  message: '，已发到会员中心',
  sms: '，已发短信通知',
  nobody: '；没有可通知的账号或手机，请自行转交',
}

function Issue({ of, changed, close }: InvoiceDialogProps) {
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
    announce(`发票已登记${notifiedText[done.told]}`)
    changed()
  }
  const initial = { number: of.invoiceNumber, issuedOn: of.issuedOn ?? dayOf(new Date()) }
  const intro = (
    <p>
      {of.kindName}，抬头“{of.title}”，{of.taxNumber && `税号 ${of.taxNumber}，`}
      {formatYuan(of.amount)} 元。发票随消息发给会员；没有账号的报名人凭短信到报名页下载。
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

const refusalReason = reasonField('报名人会看到，请写明怎样更正', { label: '理由', kind: 'text' })

function Refuse({ of, changed, close }: InvoiceDialogProps) {
  const { id, version } = of
  const refuse = async ({ reason }: FormValues) => {
    const done = await browserApi('POST /staff/training/invoice/refuse', { id, version, reason: String(reason ?? '') })
    announce(`发票申请已退回${notifiedText[done.told]}`)
    changed()
  }
  const intro = <p>报名不受影响；报名人更正发票信息后，申请会回到这里。</p>
  return (
    <FormDialog
      title={`退回发票申请：${of.title}`}
      fields={[refusalReason]}
      intro={intro}
      close={close}
      action="退回"
      send={refuse}
    />
  )
}

type InvoiceRequest = Output<ApiContract['GET /staff/training/invoices']>['list'][number]

const invoiceTones: Record<InvoiceRequest['state'], Tone> = { requested: 'warn', issued: 'good', refused: 'bad' }
