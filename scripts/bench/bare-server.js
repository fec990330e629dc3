// The upper bound for this machine: node:http with one fixed body. `node bare-server.js PORT FILE`.
import fs from 'node:fs'
import http from 'node:http'

const [, , port, file] = process.argv
const body = fs.readFileSync(file)
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': body.length }
const server = http.createServer((_request, response) => response.writeHead(200, headers).end(body))
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
