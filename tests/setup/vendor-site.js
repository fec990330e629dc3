// Imported before the built app, whose own checks stay as they are: gives the host vendor.test a public address, and
// answers the requests to it from a server of the tests.
import dns from 'node:dns/promises'
import http from 'node:http'

const HOST = 'vendor.test'
const PUBLIC_ADDRESS = '93.184.215.14'

const { resolve4 } = dns.Resolver.prototype
dns.Resolver.prototype.resolve4 = function (name, ...options) {
  return name === HOST ? Promise.resolve([PUBLIC_ADDRESS]) : resolve4.call(this, name, ...options)
}

const { request } = http
http.request = (url, options, ...rest) => {
  if (url.hostname !== HOST) return request(url, options, ...rest)
  return request(new URL(url.pathname, process.env.VENDOR_SITE), { ...options, lookup: undefined }, ...rest)
}
