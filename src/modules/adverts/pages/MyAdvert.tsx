import '#modules/review/pages/apply.css'
import './adverts.css'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { longDay } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { ReceiptForm } from '#modules/ledger/slips/pages/ReceiptForm.tsx'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'
import { PayAccount } from '#modules/review/applying/pages/PayAccount.tsx'
import { SubmittedAnswers } from '#modules/review/applying/pages/SubmittedAnswers.tsx'
import { Withdraw } from '#modules/review/applying/pages/Withdraw.tsx'
import { readEarlier } from '#modules/review/pages/CopyEarlier.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { States } from '#ui/States.tsx'
import type { Route } from './+types/MyAdvert'
import { AdvertDays } from './AdvertDays.tsx'
import { AdvertFilling } from './AdvertFilling.tsx'
import { AdvertPreview } from './AdvertPreview.tsx'
import { applicationIdOf, type OwnAdvert, rateOf, type ShownAdvert } from './advertViews.ts'

export { myAdvert as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const info = await api('GET /cms/adverti/user/info', { id: pathId(params.id) })
  return { ...info, earlier: await readEarlier(api, applicationIdOf(info)) }
})

/** Screen of one advert: its form, payment and changes, and its views and clicks while it runs. */
export default function MyAdvert({ loaderData: info }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  const of = info.advert!
  return <AdvertCards key={`${info.mode} ${of.status}`} info={info} of={of} changed={revalidate} />
}

type Props = { info: ShownAdvert; of: OwnAdvert; changed: () => void }

function AdvertCards({ info, of, changed }: Props) {
  const { mode, progress, auditReason, editable, fee } = info
  const [title, setTitle] = useState(of.title)
  const isOnSite = ['running', 'ended', 'takenDown'].includes(of.status)
  const head = { number: of.number, status: progress?.status ?? 'approved', statusName: of.statusName }
  return (
    <>
      <ApplyHead
        head={{ ...head, deadline: of.deadline }}
        title={title.trim() || of.title}
        stages={progress?.stages ?? []}
        remarks={mode === 'change' ? [] : auditReason}
      />
      {of.status === 'takenDown' && <Alert type="error" showIcon title="广告已由协会下线" description={of.reason} />}
      {fee && !of.canEdit && <AdvertFeeCard of={of} fee={fee} changed={changed} />}
      {isOnSite && <AdvertStats of={of} />}
      {mode === 'apply' && editable ? (
        <AdvertFilling info={info} of={of} onTitle={setTitle} />
      ) : (
        <AdvertContent info={info} of={of} />
      )}
      <AdvertActs info={info} of={of} changed={changed} />
    </>
  )
}

/** Content on the site now or later; for an application, the content submitted. */
const AdvertContent = ({
  info: { mode, fields, form, materials, advertiser, picture },
  of,
}: Omit<Props, 'changed'>) => (
  <section className="centre-card">
    <h2>广告内容</h2>
    {of.position && (
      <AdvertPreview
        position={of.position}
        picture={mode === 'change' && of.imageId ? { id: of.imageId } : picture}
        title={of.title}
        alt={String(form.alt ?? '')}
        advertiser={advertiser}
      />
    )}
    {mode === 'view' && <SubmittedAnswers fields={fields} form={form} materials={materials} />}
  </section>
)

/** 投放数据: how often it was seen and clicked, day by day. */
function AdvertStats({ of: { id } }: { of: OwnAdvert }) {
  const answer = useApi('GET /cms/adverti/stats', { id })
  return (
    <section className="centre-card">
      <h2>投放数据</h2>
      <States answer={answer} lines={6}>
        {stats => (
          <>
            <ul className="my-figures advert-figures" role="list">
              {[
                ['浏览', withCommas(stats.views)],
                ['点击', withCommas(stats.clicks)],
                ['点击率', rateOf(stats)],
              ].map(([name, value]) => (
                <li key={name}>
                  <b>{value}</b>
                  <span>{name}</span>
                </li>
              ))}
            </ul>
            <AdvertDays days={stats.days} />
            <SaveButton save={() => saveFile('GET /cms/adverti/stats/export', { id })}>导出每天的数据</SaveButton>
          </>
        )}
      </States>
    </section>
  )
}

type AdvertFeeCardProps = { of: OwnAdvert; fee: NonNullable<ShownAdvert['fee']>; changed: () => void }

/** 广告费: what is owed and why, to which account; then the slip and what the invoice is to say. */
function AdvertFeeCard({ of: { id, status, canPay, applicationVersion }, fee, changed }: AdvertFeeCardProps) {
  const { amount, words, state, account, remark, invoice } = fee
  const { slip, ...known } = fee.receipt
  const paying = useSubmit('POST /cms/adverti/user/update')
  const pay = async (pay: FormValues) => {
    const sent = await paying.submit({ id, version: applicationVersion ?? undefined, pay, action: 'submit' })
    if (sent) changed()
  }
  return (
    <section className="centre-card">
      <h2>广告费：{formatYuan(amount)} 元</h2>
      <p>{words}</p>
      {status === 'submitted' && <p>审核通过后缴费。</p>}
      {state === 'refused' && <p role="status">上次提交的缴费凭证被退回，原因见消息；请核对后重新提交。</p>}
      {state === 'confirmed' && <p>已确认到账，感谢办理。</p>}
      {fee.receivableId && (
        <p className="form-actions">
          <Link className="button" to={`/admin/user/refunds/ask/${fee.receivableId}`}>
            申请退款
          </Link>
        </p>
      )}
      {canPay && <PayAccount account={account} remark={remark} />}
      {canPay && <ReceiptForm known={known} slip={slip} paying={paying} pay={receipt => void pay(receipt)} />}
      {status === 'paying' && <p>缴费凭证已提交，财务确认到账后按期投放。</p>}
      {invoice && (
        <p className="form-actions">
          <span>
            发票 {invoice.number}
            {invoice.issuedOn && keepTogether(`，${longDay(invoice.issuedOn)} 开具`)}
          </span>
          <DownloadButton from="GET /cms/adverti/invoice" input={{ id }}>
            下载发票
          </DownloadButton>
        </p>
      )}
    </section>
  )
}

type AdvertActsProps = { info: ShownAdvert; of: OwnAdvert; changed: () => void }

/** Actions allowed now: change while it runs, withdraw while it is not decided. */
function AdvertActs({ info, of, changed }: AdvertActsProps) {
  const isReturned = of.change?.status === 'returned'
  const [changing, change] = useState(isReturned)
  const open = of.change && { id: of.change.id, version: of.change.version, title: `${of.title}的变更` }
  const main = of.applicationId && { id: of.applicationId, version: of.applicationVersion!, title: of.title }
  if (changing && of.canChange)
    return (
      <>
        <section className="centre-card">
          <h2>变更广告内容</h2>
          <p>
            变更通过审核前，原来的内容照常投放；广告位和时间不变。需要延长时间的，请另外新建广告。
            {isReturned && ' 请按标注的要求修改后重新提交。'}
          </p>
        </section>
        <AdvertFilling info={info} of={of} />
      </>
    )
  return (
    <p className="form-actions">
      {of.canChange && (
        <Button size="large" onClick={() => change(true)}>
          {of.change ? '继续变更' : '变更广告内容'}
        </Button>
      )}
      {of.canWithdraw && main && <Withdraw of={main} changed={changed} />}
      {open && of.change?.status === 'submitted' && (
        <>
          <span>变更{of.change.statusName}，通过前原内容照常投放。</span>
          <Withdraw of={open} changed={changed} />
        </>
      )}
      {of.applicationId && of.status !== 'draft' && (
        <Link className="button" to={`/admin/user/doing/${of.change?.id ?? of.applicationId}`}>
          办理记录
        </Link>
      )}
    </p>
  )
}
