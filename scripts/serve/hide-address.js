// Preloaded into each web process. remix-serve prints an address of the machine for each process, which is not SITE_URL and
// may be unreachable; `npm start` prints the address of the site itself.
const print = console.log
console.log = (...args) => {
  if (!String(args[0]).startsWith('[remix-serve]')) print(...args)
}
