export type AccountType = 'organisation' | 'person'

const TYPES = [
  { value: 'organisation', name: '单位', text: '企业、事业单位、社会组织' },
  { value: 'person', name: '个人', text: '从业人员、专家' },
] as const

export const AccountTypes = ({ chosen, choose }: { chosen: AccountType; choose: (type: AccountType) => void }) => (
  <fieldset className="entry-choices">
    <legend>账号类型</legend>
    {TYPES.map(({ value, name, text }) => (
      <label key={value}>
        <input
          type="radio"
          name="accountType"
          value={value}
          checked={chosen === value}
          onChange={() => choose(value)}
        />
        <span>
          <b>{name}</b>
          <small>{text}</small>
        </span>
      </label>
    ))}
  </fieldset>
)
