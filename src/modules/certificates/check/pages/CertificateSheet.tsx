import './certificateSheet.css'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useIsInUse } from '#layouts/useParts.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { CredentialLink } from '#modules/certificates/credentials/pages/CredentialLink.tsx'
import { factsOf } from '#modules/certificates/facts.ts'
import { toneOf } from '#modules/certificates/status.ts'
import { Day } from '#ui/Day.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Share } from '#ui/media/Share.tsx'
import { Link } from '#ui/router/router.tsx'
import { useMounted } from '#ui/useMounted.ts'
import { SlipLink } from './SlipLink.tsx'

/** Load lazily: without JavaScript the name could only be sent in the address, so the first page does not need it. */
const NameCheck = lazy(() => import('./NameCheck.tsx'))

export type Certificate = NonNullable<Output<ApiContract['GET /cert/verify']>>
export type Asked = { number?: string; token?: string; on?: string }

/** The whole content of a certificate and what has become of it; the answer first. */
export function CertificateSheet({ certificate: found, asked }: { certificate: Certificate; asked: Asked }) {
  const [confirmed, setConfirmed] = useState<Certificate>()
  const certificate = confirmed ?? found
  const mounted = useMounted()
  const { today, on, changedSince } = certificate
  return (
    <article className="sheet" aria-labelledby="sheet-title">
      <Verdict id="sheet-title" of={on ?? today} past={on !== null} />
      {on && (
        <p className="sheet-today">
          今天（
          <Day of={today.date} />
          ）的状态：<b>{today.verdict.join(' · ')}</b>
        </p>
      )}
      <h3 className="sheet-register">{certificate.registerName}</h3>
      {on && changedSince.length > 0 && (
        <div className="sheet-changed">
          <p>
            下面是{' '}
            <b>
              <Day of={on.date} />
            </b>{' '}
            当天的内容。此后有过变更，今天的内容不同：
          </p>
          <Changes of={changedSince} />
        </div>
      )}
      <SheetFacts of={certificate} confirmed={confirmed !== undefined} />
      {certificate.holderMasked && (
        <div className="name-room">
          <Suspense>{mounted && <NameCheck asked={asked} confirm={setConfirmed} />}</Suspense>
        </div>
      )}
      <History certificate={certificate} />
      <Related name="由本证书替代的证书" numbers={certificate.predecessors} />
      <Related name="替代本证书的证书" numbers={certificate.successors} />
      <footer>
        <p>
          查验时间 {minute(certificate.checkedAt)}
          ，数据取自协会证书登记库。姓名、证件等个人信息以外的内容与证书原件不一致的，请以登记库为准并告知协会。
        </p>
        <SlipLink asked={confirmed ? { ...keyOf(confirmed), on: asked.on } : asked} />
        <CredentialLink asked={asked} />
        <Share title={`证书查验 ${certificate.certNo}`} url={certificate.verifyUrl} />
      </footer>
    </article>
  )
}

/**
 * Derives the lookup key from the QR code's address, which a caller who knows the name has; the slip then shows the
 * whole name.
 */
const keyOf = ({ verifyUrl }: Certificate): Asked => Object.fromEntries(new URL(verifyUrl).searchParams)

const Changes = ({ of }: { of: Certificate['changedSince'] }) =>
  of.map(({ label, before, after }) => (
    <span key={label} className="change">
      {label}：<del>{before || '空'}</del> → <ins>{after || '空'}</ins>
    </span>
  ))

const History = ({ certificate: { history } }: { certificate: Certificate }) => (
  <section aria-labelledby="history">
    <h3 id="history">状态变更记录</h3>
    <ol role="list" className="history">
      {history.map(({ event, eventName, date, reason, changes }, i) => (
        <li key={`${event}${date}${i}`}>
          <Day of={date} />
          <b>{eventName}</b>
          <div>
            {reason && <span>{reason}</span>}
            <Changes of={changes} />
          </div>
        </li>
      ))}
    </ol>
  </section>
)

function Related({ name, numbers }: { name: string; numbers: string[] }) {
  if (numbers.length === 0) return null
  return (
    <section>
      <h3>{name}</h3>
      <ul role="list">
        {numbers.map(number => (
          <li key={number}>
            <Link to={`/admin/verify?number=${encodeURIComponent(number)}`}>{number}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = { id: string; of: Certificate['today']; past: boolean }

/** The heading of the result: to rely on, with care, or not; colour, mark and words together. */
function Verdict({ id, of: { date, certStatus, verdict }, past }: Props) {
  const tone = toneOf(certStatus)
  return (
    <div className={`verdict ${tone}`} role="status">
      <Icon name={tone === 'good' ? 'shield' : tone === 'warn' ? 'clock' : 'close'} size={44} />
      <div>
        <h2 id={id}>
          {verdict[0]}
          <small>
            {keepTogether(
              verdict
                .slice(1)
                .map(more => ` · ${more}`)
                .join(''),
            )}
          </small>
        </h2>
        {past ? '在 ' : '截至今天（'}
        <Day of={date} />
        {past ? ' 这一天' : '）'}
      </div>
    </div>
  )
}

/** Lists the printed facts and links the company's name to its page. `confirmed`: the name was confirmed too. */
function SheetFacts({ of, confirmed }: { of: Certificate; confirmed: boolean }) {
  const page = useOrgPage(of)
  const facts = factsOf(of).map(
    ([name, value]): Fact => [
      name,
      <>
        {page && value === of.orgName ? <Link to={page}>{value}</Link> : value}
        {confirmed && value === of.holderName && (
          <span className="name-same" role="status">
            <Icon name="shield" size={18} /> 姓名一致
          </span>
        )}
      </>,
    ],
  )
  return <Facts facts={[...facts, ['公开名单', listingOf(of)]]} />
}

/** The member's page, or else all that the public list has of the company. */
function useOrgPage({ orgPage, register, isListed, orgName }: Certificate): string | null {
  const hasList = useIsInUse(['qualifications'])
  if (orgPage || !hasList || register !== 'qualification' || !isListed) return orgPage
  return `/admin/publicity/qualification?${new URLSearchParams({ orgName })}`
}

const LISTS = {
  qualification: { name: '单位能力评价公示', at: '/admin/publicity/qualification' },
  personnel: { name: '人员证书公示', at: '/admin/publicity/person' },
}

/** Says whether the public lists show the certificate; undefined: there is none of its register. */
function listingOf({ register, isListed, certNo }: Certificate): ReactNode {
  if (register !== 'qualification' && register !== 'personnel') return undefined
  const { name, at } = LISTS[register]
  if (isListed)
    return (
      <>
        列在<Link to={`${at}?${new URLSearchParams({ certNo })}`}>{name}</Link>
      </>
    )
  return register === 'personnel'
    ? '未列出：持证人没有同意公开，名单和搜索中都查不到，只能凭编号或二维码查验'
    : '未列出：名单和搜索中都查不到，只能凭编号或二维码查验'
}
