/** What awaits who begins. */
export const LegacySteps = () => (
  <aside className="entry-steps" aria-labelledby="legacy-steps">
    <h2 id="legacy-steps">怎样办理</h2>
    <ol>
      <li>
        <b>照证书填写</b>，编号、名称、日期都以证书上印的为准；找不到的旧种类可以照抄。
      </li>
      <li>
        <b>上传扫描件</b>，正本或副本均可，编号、日期和公章须清晰。
      </li>
      <li>
        <b>验证手机号</b>，结果用短信告知。会员登录后办理，不用验证，资料自动带出。
      </li>
      <li>
        <b>协会核对</b>存档。需要更正的，凭证书编号和信用代码回到这里，用同一手机号更正。
      </li>
      <li>
        <b>登记</b>后可公开查验；单位以后注册会员账号，证书自动归入。
      </li>
    </ol>
  </aside>
)
