/** Two characters at least, for one letter or digit stands everywhere; a Chinese character may stand alone. */
export const saysSomething = (typed: string) => [...typed].length >= 2 || /\p{Script=Han}/u.test(typed)
