import { yuan } from '#lib/money.ts'
import { Tag } from '#ui/Tag.tsx'
import type { RegistrationProps } from './Registration.tsx'
import { registrationTone } from './registrationTone.ts'

/** Where it stands, what comes next, and what was asked for. */
export function RegistrationHead({ of: { training, reg, invoice } }: Pick<RegistrationProps, 'of'>) {
  return (
    <>
      <h2 id="registration-state">{training.title}</h2>
      <p className="registration-facts">
        <Tag tone={registrationTone(reg.status)}>{reg.statusName}</Tag>
        {reg.regNo && <span>编号 {reg.regNo}</span>}
        <span>{reg.personsCount} 人</span>
        <span>{yuan(reg.totalFee)} 元</span>
        <span>
          {training.startDate} 至 {training.endDate}
        </span>
        {invoice && invoice.state !== 'none' && (
          <span>
            发票：{invoice.stateName}
            {invoice.number && ` ${invoice.number}`}
            {invoice.reason && `（${invoice.reason}）`}
          </span>
        )}
      </p>
      <p className="registration-next">{reg.next}</p>
      {reg.auditReason.length > 0 && (
        <div className="remark">
          <p>
            <b>{reg.status === 'returned' || reg.status === 'unpaid' ? '需要更正' : '原因'}</b>
          </p>
          <ul>
            {reg.auditReason.map(({ label, text }) => (
              <li key={label + text}>
                {label && <b>{label}：</b>}
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
