/** Announces an action to screen readers only. */
export const Said = ({ children }: { children: string | undefined }) => (
  <p className="hidden-text" role="status">
    {children}
  </p>
)
