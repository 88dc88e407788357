import { Empty } from '#ui/Empty.tsx'
import type { Child, ChoiceStepProps, Groups } from './applicationChoice.ts'
import { Choices } from './Choices.tsx'
import { ChooseLevel } from './ChooseLevel.tsx'

/** 大类, then 种类, then the level: of a first application. */
export function ChooseKind({ groups, chosen, choose }: ChoiceStepProps) {
  const children = groups.flatMap(one => one.children)
  const child = children.find(({ childId, isOpen }) => childId === chosen.childId && isOpen)
  const group = groupOf(groups, chosen)
  return (
    <>
      <section className="centre-card">
        {groups.length === 0 ? (
          <Empty title="协会暂未开放能力评价" />
        ) : (
          <>
            <Choices
              legend="大类"
              choices={groups.map(({ groupId, groupName }) => ({ value: String(groupId), name: groupName }))}
              value={String(group?.groupId)}
              onChange={value => choose({ groupId: Number(value), childId: undefined, levelId: undefined })}
            />
            <Kinds group={group} chosen={chosen} choose={choose} />
          </>
        )}
      </section>
      {child && <ChooseLevel key={child.childId} child={child} chosen={chosen} choose={choose} />}
    </>
  )
}

const groupOf = (list: Groups, { groupId, childId }: ChoiceStepProps['chosen']) =>
  childId
    ? list.find(({ children }) => children.some(one => one.childId === childId))
    : list.find(one => one.groupId === groupId)

type KindsProps = { group: Groups[number] | undefined } & Pick<ChoiceStepProps, 'chosen' | 'choose'>

const Kinds = ({ group, chosen, choose }: KindsProps) =>
  group && (
    <>
      <p>{group.intro}</p>
      <Choices
        legend="种类"
        choices={group.children.map(child => ({
          value: String(child.childId),
          name: child.childName,
          note: termsOf(child),
          hindrance: child.isOpen ? null : '暂不受理申请',
        }))}
        value={String(chosen.childId)}
        onChange={value => choose({ childId: Number(value), levelId: undefined })}
      />
    </>
  )

const termsOf = ({ validYears, needAnnual, needSiteReview }: Child) =>
  [`证书有效 ${validYears} 年`, needAnnual && '每年报告', needSiteReview ? '须现场评审' : '不需现场评审']
    .filter(Boolean)
    .join('，')
