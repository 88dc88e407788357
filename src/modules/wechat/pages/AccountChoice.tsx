type Props = { accounts: readonly { id: number; name: string; userName: string }[] }

/** Choice among the accounts bound to a WeChat. */
export const AccountChoice = ({ accounts }: Props) => (
  <fieldset className="entry-choices">
    <legend>登录哪个账号</legend>
    {accounts.map(({ id, name, userName }, i) => (
      <label key={id}>
        <input type="radio" name="account" value={id} defaultChecked={i === 0} />
        <span>
          {name}
          <small>{userName}</small>
        </span>
      </label>
    ))}
  </fieldset>
)
