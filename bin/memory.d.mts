export const flags: string[]
export const malloc: Record<string, string>
