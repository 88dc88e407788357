import { Alert } from 'antd'
import { useApi } from '#api/useApi.ts'
import { formatYuan } from '#lib/money.ts'
import {
  type Condition,
  type ConditionsLevel,
  conditionsOf,
  levelStatus,
} from '#modules/qualifications/eligibility/pages/conditions.ts'
import { EligibilityMeter } from '#modules/qualifications/eligibility/pages/EligibilityMeter.tsx'
import { useEligibility } from '#modules/qualifications/eligibility/pages/useEligibility.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Child, ChoiceStepProps } from './applicationChoice.ts'
import { BeginApplication } from './BeginApplication.tsx'
import { Choices } from './Choices.tsx'

type Props = Pick<ChoiceStepProps, 'chosen' | 'choose'> & {
  child: Child
  /** Level of the current certificate: only higher levels can be chosen, highest first. */
  held?: string
}

/** Shows each level's conditions beside what the register knows of the company, before anything is filled in. */
export function ChooseLevel(props: Props) {
  const { childId } = props.child
  const answer = useEligibility(childId)
  const offers = useApi('GET /qualification/level/list', { childId })
  return (
    <States answer={offers}>
      {open => (
        <States answer={answer} lines={10}>
          {({ levels, people }) => (
            <Levels {...props} levels={higherLevels(props.held, levels, open)} people={people} />
          )}
        </States>
      )}
    </States>
  )
}

/** Returns the levels above the held one that are offered now. */
function higherLevels(held: string | undefined, levels: ConditionsLevel[], open: readonly { levelId: number }[]) {
  const higher =
    held === undefined
      ? levels
      : levels.slice(
          0,
          levels.findIndex(one => one.levelCode === held),
        )
  return higher.filter(({ levelId }) => open.some(one => one.levelId === levelId))
}

function Levels({
  child,
  held,
  chosen,
  choose,
  levels,
  people,
}: Props & { levels: ConditionsLevel[]; people: number }) {
  const level = levels.length === 1 ? levels[0] : levels.find(({ levelId }) => levelId === chosen.levelId)
  return (
    <>
      <section className="centre-card">
        <Choices
          wide
          legend="级别与条件对照"
          choices={levels.map(one => choiceOf(one, conditionsOf(one, people), held))}
          value={level && String(level.levelId)}
          onChange={value => choose({ levelId: Number(value) })}
        />
        <p className="choices-more">{peopleNote(people)}</p>
        {level && <Shortage levelName={level.levelName} items={conditionsOf(level, people)} />}
      </section>
      {level && <BeginApplication chosen={chosen} child={child} levelId={level.levelId} />}
    </>
  )
}

/** The cost of an upgrade is shown only once it is chosen. */
function choiceOf(level: ConditionsLevel, items: Condition[], held: string | undefined) {
  const { tone, words } = levelStatus(items)
  return {
    value: String(level.levelId),
    name: (
      <>
        {level.levelName} <Tag tone={tone}>{words}</Tag>
      </>
    ),
    note: level.scopeText + (held === undefined ? `。评审费 ${formatYuan(level.fee)} 元。` : ''),
    children: <EligibilityMeter items={items} />,
  }
}

const peopleNote = (people: number) =>
  people
    ? `按协会登记的本单位 ${people} 名人员及其证书对照。人员有变动或没有登记的，请联系协会秘书处更正。`
    : '协会还没有登记本单位的人员。请在申请表的“专业技术人员”中填写，由工作人员核对。'

/** Told, and nothing refused: what the register lacks may be proved by the form and its materials. */
export function Shortage({ levelName, items }: { levelName: string; items: Condition[] }) {
  const { tone, words } = levelStatus(items)
  if (tone !== 'bad' && tone !== 'warn') return null
  return (
    <Alert
      type="warning"
      showIcon
      title={`${levelName}：${words}`}
      description={
        tone === 'bad'
          ? '仍可申请，评审时会逐项核对；条件不足是退回的主要原因，建议先补齐，或选择已满足的级别。'
          : '仍可申请，请在证书到期前安排相关人员续期，以免评审时条件不足。'
      }
    />
  )
}
