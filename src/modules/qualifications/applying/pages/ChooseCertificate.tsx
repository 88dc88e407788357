import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { applicationTypeNames, requiresConditions } from '#modules/qualifications/applicationTypes.ts'
import { conditionsOf } from '#modules/qualifications/eligibility/pages/conditions.ts'
import { EligibilityMeter } from '#modules/qualifications/eligibility/pages/EligibilityMeter.tsx'
import { useEligibility } from '#modules/qualifications/eligibility/pages/useEligibility.ts'
import { Empty } from '#ui/Empty.tsx'
import { States } from '#ui/States.tsx'
import type { Child, ChoiceStepProps } from './applicationChoice.ts'
import { BeginApplication } from './BeginApplication.tsx'
import { Choices } from './Choices.tsx'
import { ChooseLevel, Shortage } from './ChooseLevel.tsx'
import type { OwnCertificate } from './UrgentCertificates.tsx'

/** Lets the member pick the certificate; one that cannot be applied for now shows the reason. */
export function ChooseCertificate({
  certificates,
  groups,
  chosen,
  choose,
}: ChoiceStepProps & { certificates: readonly OwnCertificate[] }) {
  const list = certificates.filter(({ can }) => can.some(({ type }) => type === chosen.type))
  if (list.length === 0)
    return (
      <section className="centre-card">
        <Empty title={`没有可以办理${applicationTypeNames[chosen.type]}的证书`} icon="certificate">
          <p>本单位持有的有效证书会列在这里。还没有证书的，请选择“首次申请”。</p>
        </Empty>
      </section>
    )
  const of = list.find(({ certId }) => certId === chosen.certId)
  const hindrance = of && hindranceOf(of, chosen)
  return (
    <>
      <section className="centre-card">
        <Choices
          wide
          legend="哪一张证书"
          choices={list.map(one => choiceOf(one, chosen))}
          value={of && !hindrance ? String(of.certId) : undefined}
          onChange={value => choose({ certId: Number(value), levelId: undefined })}
        />
      </section>
      {of && !hindrance && <About key={of.certId} of={of} groups={groups} chosen={chosen} choose={choose} />}
    </>
  )
}

const hindranceOf = ({ can }: OwnCertificate, { type }: ChoiceStepProps['chosen']) =>
  can.find(one => one.type === type)?.hindrance ?? null

const choiceOf = (one: OwnCertificate, chosen: ChoiceStepProps['chosen']) => ({
  value: String(one.certId),
  name: (
    <>
      {[one.childName, one.levelName].filter(Boolean).join(' ')}{' '}
      <StatusTag status={one.certStatus} name={one.certStatusName} own />
    </>
  ),
  note: `${one.certNo}，有效期至 ${one.validTo ?? '另行通知'}`,
  hindrance: hindranceOf(one, chosen),
})

/** The level is asked for where it changes; else what the certificate's own asks for is only told. */
function About({ of, groups, chosen, choose }: ChoiceStepProps & { of: OwnCertificate }) {
  const child = groups.flatMap(({ children }) => children).find(({ childCode }) => childCode === of.childCode)
  if (!child) return <p className="centre-card">这张证书的种类已不在协会的目录中，请联系协会秘书处办理。</p>
  if (chosen.type === 'upgrade')
    return <ChooseLevel chosen={chosen} choose={choose} child={child} held={of.levelCode} />
  return <HeldLevel of={of} chosen={chosen} child={child} />
}

/** Shows the conditions of the level of a certificate that keeps its level. */
function HeldLevel({ of, chosen, child }: Pick<ChoiceStepProps, 'chosen'> & { of: OwnCertificate; child: Child }) {
  const answer = useEligibility(child.childId)
  return (
    <States answer={answer}>
      {({ levels, people }) => {
        const level = levels.find(({ levelCode }) => levelCode === of.levelCode)
        return (
          <>
            {level && requiresConditions(chosen.type) && (
              <section className="centre-card">
                <h2>{level.levelName}条件对照</h2>
                <EligibilityMeter items={conditionsOf(level, people)} />
                <Shortage levelName={level.levelName} items={conditionsOf(level, people)} />
              </section>
            )}
            <BeginApplication chosen={chosen} child={child} levelId={level?.levelId} />
          </>
        )
      }}
    </States>
  )
}
