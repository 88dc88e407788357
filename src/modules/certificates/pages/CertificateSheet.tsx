import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { longDay, minute } from '#lib/dates.ts'
import { Icon } from '#ui/Icon.tsx'
import { Share } from '#ui/Share.tsx'

export type Certificate = NonNullable<Output<ApiContract['GET /cert/verify']>>

/** The whole content of a certificate and what has become of it. */
export function CertificateSheet({ certificate }: { certificate: Certificate }) {
  const { today, on } = certificate
  return (
    <article className="sheet" aria-labelledby="sheet-title">
      <Verdict status={on ?? today} past={on !== null} />
      {on && (
        <p className="sheet-today">
          今天（{longDay(today.date)}）的状态：<b>{today.certStatusName}</b>
        </p>
      )}
      <h2 id="sheet-title">{certificate.registerName}</h2>
      <dl className="facts">
        {factsOf(certificate).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <History certificate={certificate} />
      <Related name="由本证书替代的证书" numbers={certificate.predecessors} />
      <Related name="替代本证书的证书" numbers={certificate.successors} />
      <footer>
        <p>
          查验时间 {minute(certificate.checkedAt)}
          ，数据取自协会证书登记库。姓名、证件等个人信息以外的内容与证书原件不一致的，请以登记库为准并告知协会。
        </p>
        <Share title={`证书查验 ${certificate.certNo}`} url={certificate.verifyUrl} />
      </footer>
    </article>
  )
}

/** Good to rely on, with care, or not: colour, mark and words together. */
function Verdict({
  status: { date, certStatus, certStatusName },
  past,
}: {
  status: Certificate['today']
  past: boolean
}) {
  const tone =
    certStatus === 'valid' || certStatus === 'expiring'
      ? 'good'
      : certStatus === 'suspended' || certStatus === 'notYet'
        ? 'warn'
        : 'bad'
  return (
    <p className={`verdict ${tone}`} role="status">
      <Icon name={tone === 'good' ? 'shield' : tone === 'warn' ? 'clock' : 'close'} size={34} />
      <span>
        <b>{certStatusName}</b>
        {past ? `在 ${longDay(date)} 这一天` : `截至今天（${longDay(date)}）`}
      </span>
    </p>
  )
}

const factsOf = (of: Certificate): [string, string][] =>
  (
    [
      ['证书编号', of.certNo],
      ['持证者', of.holderName],
      [of.register === 'personnel' ? '发证时所在单位' : '单位名称', of.orgName === of.holderName ? '' : of.orgName],
      ['统一社会信用代码', of.creditCode ?? ''],
      ['地区', of.provinceName],
      ['类别', of.groupName === of.kindName ? of.kindName : `${of.groupName} · ${of.kindName}`],
      ['级别', of.levelName],
      ['范围', of.scope],
      ['发证机构', of.issuer],
      ['发证日期', longDay(of.issueDate)],
      ['有效期', `${longDay(of.validFrom)} 至 ${of.validTo ? longDay(of.validTo) : '长期'}`],
    ] satisfies [string, string][]
  ).filter(([, value]) => value !== '')

const History = ({ certificate: { history } }: { certificate: Certificate }) => (
  <section aria-labelledby="history">
    <h3 id="history">状态变更记录</h3>
    <ol role="list" className="history">
      {history.map(({ event, eventName, date, reason, changes }, i) => (
        <li key={`${event}${date}${i}`}>
          <time dateTime={date}>{longDay(date)}</time>
          <b>{eventName}</b>
          {reason && <span>{reason}</span>}
          {changes.map(({ label, before, after }) => (
            <span key={label}>
              {label}：<del>{before || '空'}</del> → <ins>{after || '空'}</ins>
            </span>
          ))}
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
            <Link to={`/admin/verify?number=${number}`}>{number}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
