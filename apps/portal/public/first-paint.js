/* Runs before the first paint: without it a dark page flashes white, and an Arabic one moves from left to right. */
(function () {
  var root = document.documentElement;
  var read = function (name) {
    try {
      return localStorage.getItem(name);
    } catch (error) {
      return null;
    }
  };
  var chosen = read('qafila-color-scheme');
  var isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  var language = read('qafila-language') || (navigator.language.slice(0, 2) === 'ar' ? 'ar' : 'en');
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
})();
