import { SuggestInput } from '#layouts/public/SuggestInput.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Form } from '#ui/router/router.tsx'

export function SearchForm({ value, problem }: { value: string; problem: string | null }) {
  return (
    <Form className="search-form" aria-label="搜索全站" key={value}>
      <label htmlFor="search-key" className="hidden-text">
        搜索词
      </label>
      <SuggestInput
        id="search-key"
        name="key"
        required
        maxLength={50}
        defaultValue={value}
        placeholder="标题、单位、证书编号、拼音首字母……"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'search-problem' : undefined}
      />
      <button type="submit">
        <Icon name="search" /> 搜索
      </button>
      {problem && (
        <p id="search-problem" role="alert">
          {problem}
        </p>
      )}
    </Form>
  )
}
