import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { endingActs } from '../../status.ts'
import { actFields, correctionFields, datesFields } from '../correctionForm.ts'
import type { CertificateDetail } from './StaffCertificate.tsx'

type CertificateAct = CertificateDetail['canDo'][number]

const words = {
  suspended: { name: '暂停', intro: '暂停期间公开查验显示“已暂停”，可以恢复。持证者会收到通知。' },
  resumed: { name: '恢复', intro: '从生效日期起恢复有效。持证者会收到通知。' },
  revoked: { name: '撤销', intro: '撤销后不能恢复，公开查验显示“已撤销”和原因。持证者会收到通知。' },
  cancelled: { name: '注销', intro: '注销后不能恢复，公开查验显示“已注销”和原因。持证者会收到通知。' },
  replaced: { name: '换发', intro: '签发一张新编号的证书替代这张，两张互相链接。留空的内容与原证书相同。' },
  corrected: { name: '更正', intro: '改正证书上的错误，更正前后的内容会公开显示在查验页。' },
} satisfies Record<CertificateAct, { name: string; intro: string }>

const act = defineAct<CertificateDetail>()
const common = (code: CertificateAct) => ({
  name: words[code].name,
  confirm: <p>{words[code].intro}</p>,
  fields: (of: CertificateDetail) => fieldsOf(code, of),
  initial: (of: CertificateDetail) => valuesOf(code, of),
  done: `已${words[code].name}。`,
  sends: true as const,
})
const change = (action: Exclude<CertificateAct, 'replaced' | 'corrected'>) =>
  act({
    ...common(action),
    confirm: of => (
      <>
        <p>{words[action].intro}</p>
        {endingActs.some(one => one === action) && <Consequences of={of} act={words[action].name} />}
      </>
    ),
    isDanger: action === 'revoked' || action === 'cancelled',
    call: 'POST /staff/certificate/act',
    input: ({ id, seen }, values) => ({ id, seen, action, ...(values as Dated) }),
  })

const acts = {
  suspended: change('suspended'),
  resumed: change('resumed'),
  revoked: change('revoked'),
  cancelled: change('cancelled'),
  replaced: act({
    ...common('replaced'),
    call: 'POST /staff/certificate/replace',
    input: ({ id, seen }, values) => ({ ...(values as { issuedOn: string; reason: string }), id, seen }),
  }),
  corrected: act({
    ...common('corrected'),
    call: 'POST /staff/certificate/correct',
    input: ({ id, seen }, values) => {
      const { effectiveOn, reason, ...form } = values as Dated & FormValues
      return { id, seen, form, effectiveOn, reason }
    },
  }),
}

type Props = { of: CertificateDetail; reload: () => void }

/** Offers the acts allowed now; each requires a date and a reason. */
export function CertificateActs({ of, reload }: Props) {
  return (
    <>
      {of.register === 'membership' && (
        <p>
          会员证书随会员身份变动：暂停、注销、换发请在
          <Link to={`/staff/members?key=${encodeURIComponent(of.number.replace(/-\d$/, ''))}`}>会员详情</Link>中办理。
        </p>
      )}
      {of.register === 'award' && (
        <p>
          获奖证书随获奖名单变动：更正、撤销奖励请在
          <Link to={`/staff/award-winners?key=${encodeURIComponent(of.number)}`}>获奖名单</Link>中办理。
        </p>
      )}
      {of.register === 'appointment' && (
        <p>
          聘书随任职变动：换发、收回、离任请在
          <Link to={`/staff/appointments?key=${encodeURIComponent(of.holderName)}&state=all`}>任职名册</Link>中办理。
        </p>
      )}
      <Acts acts={acts} possible={of.canDo} of={of} called={`证书 ${of.number}`} reload={reload}>
        <SaveButton save={() => saveFile('GET /staff/certificate/file', { id: of.id })}>下载证书 PDF</SaveButton>
      </Acts>
    </>
  )
}

function Consequences({ of: { ifOver }, act }: { of: CertificateDetail; act: string }) {
  if (ifOver.length === 0) return <p>没有单位的资质、在办的申请或换证报名依赖这张证书。</p>
  return (
    <div role="status">
      <p>{act}后，受影响的有：</p>
      <ul className="field-error">
        {ifOver.map(sentence => (
          <li key={sentence}>{sentence}。</li>
        ))}
      </ul>
    </div>
  )
}

function fieldsOf(act: CertificateAct, { isPersonal, levels }: CertificateDetail): readonly FormField[] {
  if (act === 'corrected') return correctionFields(isPersonal, levels)
  if (act !== 'replaced') return actFields()
  const [, reason] = actFields()
  return [
    ...(levels.length
      ? [{ name: 'levelCode', label: '级别', section: '', kind: 'choice', options: levels } as const]
      : []),
    { name: 'number', label: '新编号', section: '', kind: 'text', max: 40, hint: '留空由系统按规则取号' },
    { name: 'scope', label: '范围', section: '', kind: 'paragraph', max: 500 },
    ...datesFields(''),
    reason,
  ]
}

function valuesOf(act: CertificateAct, of: CertificateDetail): FormValues {
  const today = dayOf(new Date())
  if (act === 'replaced') return { levelCode: of.levelCode || null, scope: of.scope, issuedOn: today }
  if (act !== 'corrected') return { effectiveOn: today }
  const { holderName, organisationName, creditCode, provinceCode, levelCode, scope, issuedOn, validFrom, validTo } = of
  return {
    holderName,
    organisationName,
    creditCode,
    provinceCode,
    levelCode,
    scope,
    issuedOn,
    validFrom,
    validTo,
    effectiveOn: today,
  }
}

type Dated = { effectiveOn: string; reason: string }
