import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { type ActOnOne, ActsOnOne } from '#ui/register/ActsOnOne.tsx'
import { endingActs } from '../../status.ts'
import { actFields, correctionFields, datesFields } from '../correctionForm.ts'
import type { CertificateDetail } from './StaffCertificate.tsx'

type Act = CertificateDetail['canDo'][number]

const acts: Record<Act, { name: string; intro: string; danger?: boolean }> = {
  suspended: { name: '暂停', intro: '暂停期间公开查验显示“已暂停”，可以恢复。持证者会收到通知。' },
  resumed: { name: '恢复', intro: '从生效日期起恢复有效。持证者会收到通知。' },
  revoked: { name: '撤销', intro: '撤销后不能恢复，公开查验显示“已撤销”和原因。持证者会收到通知。', danger: true },
  cancelled: { name: '注销', intro: '注销后不能恢复，公开查验显示“已注销”和原因。持证者会收到通知。', danger: true },
  replaced: { name: '换发', intro: '签发一张新编号的证书替代这张，两张互相链接。留空的内容与原证书相同。' },
  corrected: { name: '更正', intro: '改正证书上的错误，更正前后的内容会公开显示在查验页。' },
}

type Props = { of: CertificateDetail; done: (words: string) => void; reload: () => void }

/** Offers the acts allowed now; each requires a date and a reason. */
export function CertificateActs({ of, done, reload }: Props) {
  const send = async (act: Act, values: FormValues) => {
    await sendAct(act, of, values)
    done(`已${acts[act].name}。`)
  }
  const actOf = (act: Act): ActOnOne => {
    const { name, intro, danger } = acts[act]
    const isEnding = endingActs.some(one => one === act)
    return {
      name,
      intro: (
        <>
          <p>{intro}</p>
          {isEnding && <Consequences of={of} act={name} />}
        </>
      ),
      danger,
      fields: fieldsOf(act, of),
      initial: valuesOf(act, of),
    }
  }
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
      <ActsOnOne possible={of.canDo} actOf={actOf} called={`证书 ${of.number}`} send={send} reload={reload}>
        <SaveButton save={() => saveFile('GET /staff/certificate/file', { id: of.id })}>下载证书 PDF</SaveButton>
      </ActsOnOne>
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

function fieldsOf(act: Act, { isPersonal, levels }: CertificateDetail): readonly FormField[] {
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

function valuesOf(act: Act, of: CertificateDetail): FormValues {
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

function sendAct(act: Act, { id, seen }: CertificateDetail, values: FormValues) {
  if (act === 'replaced') {
    const given = values as { issuedOn: string; reason: string }
    return browserApi('POST /staff/certificate/replace', { ...given, id, seen })
  }
  const { effectiveOn, reason, ...form } = values as Dated & FormValues
  if (act === 'corrected') return browserApi('POST /staff/certificate/correct', { id, seen, form, effectiveOn, reason })
  return browserApi('POST /staff/certificate/act', { id, seen, action: act, effectiveOn, reason })
}
