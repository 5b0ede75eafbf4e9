module.exports = {
  testDir: '.',
  testMatch: '*.pw.js',
  workers: 2,
  use: { launchOptions: { executablePath: process.env.BROWSER_FOR_TESTS, args: ['--no-sandbox'] } },
};
