/// Calls of find, match, gmatch and gsub with what Lua 5.4 gives for them (manual, 6.4.1).
///
/// A line is `code --> results`, control characters and bytes above 0x7F as `<xx>`.
enum PatternCases {
  static let all = #"""
    return ("hello world"):find("wor")  --> 7 9
    return ("hello world"):find("l")  --> 3 3
    return ("hello world"):find("l", 5)  --> 10 10
    return ("hello world"):find("l", -2)  --> 10 10
    return ("hello world"):find("xyz")  --> nil
    return ("hello world"):find("")  --> 1 0
    return ("hello world"):find("", 5)  --> 5 4
    return ("hello world"):find("", 12)  --> 12 11
    return ("hello world"):find("", 13)  --> nil
    return ("hello"):find("", -100)  --> 1 0
    return ("a.b"):find(".", 1, true)  --> 2 2
    return ("a.b"):find(".", 2, true)  --> 2 2
    return ("a.b"):find("%.")  --> 2 2
    return ("a+b"):find("+", 1, true)  --> 2 2
    return ("aXb"):find("%u")  --> 2 2
    return ("hello"):find("(l)(l)")  --> 3 4 l l
    return ("hello"):find("()ll()")  --> 3 4 3 5
    return ("hello"):find("^h")  --> 1 1
    return ("hello"):find("^e")  --> nil
    return ("hello"):find("^l", 3)  --> 3 3
    return ("hello"):find("o$")  --> 5 5
    return ("hello"):find("l$")  --> nil
    return ("hel$o"):find("l$o")  --> 3 5
    return ("a^b"):find("a^b")  --> 1 3
    return ("hello"):find("h.l")  --> 1 3
    return ("a\0b"):find("\0")  --> 2 2
    return ("a\0b"):find("%z")  --> 2 2
    return ("a\0b"):find("[%z]b")  --> 2 3
    return ("a\nb"):find("a.b")  --> 1 3
    return ("abc"):match("b")  --> b
    return ("abc"):match("(b)(c)")  --> b c
    return ("abc"):match("()")  --> 1
    return ("abc"):match("()b()")  --> 2 3
    return ("abc"):match("x")  --> nil
    return ("abc"):match(".-")  --> 
    return ("abc"):match(".*")  --> abc
    return ("abc"):match(".+")  --> abc
    return ("abc"):match("a?b?c?d?")  --> abc
    return ("abc"):match("a-c")  --> c
    return ("aaab"):match("a*")  --> aaa
    return ("aaab"):match("a-b")  --> aaab
    return ("aaab"):match("^a-$")  --> nil
    return ("aaab"):match("a+b")  --> aaab
    return ("baaa"):match("a*")  --> 
    return ("aaa"):match("^(a-)(a*)$")  -->  aaa
    return ("aaa"):match("(a*)(a)")  --> aa a
    return ("aaa"):match("(a-)(a+)$")  -->  aaa
    return ("key = value"):match("^(%w+)%s*=%s*(%w+)$")  --> key value
    return ("  trim me  "):match("^%s*(.-)%s*$")  --> trim me
    return ("2015-09-27"):match("(%d+)-(%d+)-(%d+)")  --> 2015 09 27
    return ("IMG_2908.PNG"):match("^IMG_(%d%d%d%d)%.(%a+)$")  --> 2908 PNG
    return ("/a/b/c.txt"):match("([^/]+)$")  --> c.txt
    return ("/a/b/c.txt"):match("^(.*)/")  --> /a/b
    return ("c.tar.gz"):match("^(.-)%.(.*)$")  --> c tar.gz
    return ("c.tar.gz"):match("^(.*)%.(.*)$")  --> c.tar gz
    return ("THE (quick) fox"):find("%((%a+)%)")  --> 5 11 quick
    return ("f(a(b)c)d"):match("%b()")  --> (a(b)c)
    return ("f(a(b)c"):match("%b()")  --> (b)
    return ("x<<y>>z"):match("%b<>")  --> <<y>>
    return ("aXXb"):match("%bXX")  --> XX
    return ("THE (quick) fox"):gsub("%f[%a]%a+", "w")  --> w (w) w 3
    return ("THE fox"):find("%f[%l]")  --> 5 4
    return ("hello"):find("%f[%z]")  --> 6 5
    return ("hello"):find("%f[\0]")  --> 6 5
    return ("foo.bar"):match("%f[%w]bar%f[%W]")  --> bar
    return ("abcabc"):match("(abc)%1")  --> abc
    return ("abcab"):match("(abc)%1")  --> nil
    return ("\"it's\""):match("([\"'])(.-)%1")  --> " it's
    return ("aa bb cd"):match("(%a)%1 (%a)%2")  --> a b
    return ("hello"):match("[a-h]+")  --> he
    return ("hello"):match("[^a-h]+")  --> llo
    return ("a-b"):match("[a%-]+")  --> a-
    return ("a-b"):match("[-a]+")  --> a-
    return ("a-b"):match("[a-]+")  --> a-
    return ("a]b"):match("[]]")  --> ]
    return ("a]b"):match("[^]]+")  --> a
    return ("a^b"):match("[b^]")  --> ^
    return ("a%b"):match("[%%]")  --> %
    return ("a.b"):match("[.]")  --> .
    return ("x5y"):match("[%d]")  --> 5
    return ("x5y"):match("[%a]+")  --> x
    return ("x5y"):match("[^%a]")  --> 5
    return ("a b\tc\n"):gsub("%s", "_")  --> a_b_c_ 3
    return ("a1!B"):gsub("%p", "_")  --> a1_B 1
    return ("a1!B"):gsub("%P", "_")  --> __!_ 3
    return ("a1!B"):gsub("%a", "_")  --> _1!_ 2
    return ("a1!B"):gsub("%A", "_")  --> a__B 2
    return ("a1!B"):gsub("%d", "_")  --> a_!B 1
    return ("a1!B"):gsub("%D", "_")  --> _1__ 3
    return ("a1!B"):gsub("%l", "_")  --> _1!B 1
    return ("a1!B"):gsub("%u", "_")  --> a1!_ 1
    return ("a1!B"):gsub("%L", "_")  --> a___ 3
    return ("a1!B"):gsub("%U", "_")  --> ___B 3
    return ("a1!B"):gsub("%w", "_")  --> __!_ 3
    return ("a1!B"):gsub("%W", "_")  --> a1_B 1
    return ("fFgG09"):gsub("%x", "_")  --> __gG__ 4
    return ("fFgG09"):gsub("%X", "_")  --> fF__09 2
    return ("a b"):gsub("%g", "_")  --> _ _ 2
    return ("a b"):gsub("%G", "_")  --> a_b 1
    return ("a\1b"):gsub("%c", "_")  --> a_b 1
    return ("a\1b"):gsub("%C", "_")  --> _<01>_ 2
    return ("a b"):gsub("%S", "_")  --> _ _ 2
    return ("caf\xC3\xA9"):gsub("[\x80-\xFF]", "_")  --> caf__ 2
    return ("hello world"):gsub("o", "0")  --> hell0 w0rld 2
    return ("hello world"):gsub("o", "0", 1)  --> hell0 world 1
    return ("hello world"):gsub("o", "0", 0)  --> hello world 0
    return ("hello world"):gsub("o", "0", -1)  --> hello world 0
    return ("hello world"):gsub("", "-")  --> -h-e-l-l-o- -w-o-r-l-d- 12
    return ("hello world"):gsub("x*", "-")  --> -h-e-l-l-o- -w-o-r-l-d- 12
    return ("hello"):gsub("l*", "x")  --> xhxexox 4
    return ("abc"):gsub("%w", "%0%0")  --> aabbcc 3
    return ("abc"):gsub("%w", "%%")  --> %%% 3
    return ("hello world"):gsub("(%w+) (%w+)", "%2 %1")  --> world hello 1
    return ("hello world"):gsub("(%w+)", "<%1>")  --> <hello> <world> 2
    return ("hello"):gsub("l", "%1")  --> hello 2
    return ("abc"):gsub("()", "%1")  --> 1a2b3c4 4
    return ("$name is $age"):gsub("%$(%w+)", {name = "Lua", age = 5})  --> Lua is 5 2
    return ("$name is $other"):gsub("%$(%w+)", {name = "Lua", other = false})  --> Lua is $other 2
    return ("abc"):gsub("%w", function(c) return c:upper() end)  --> ABC 3
    return ("abc"):gsub("%w", function(c) if c == "b" then return "B" end end)  --> aBc 3
    return ("abc"):gsub("%w", function(c) return false end)  --> abc 3
    return ("abc"):gsub("(a)(b)", function(x, y) return y .. x end)  --> bac 1
    return ("abc"):gsub("b", function() return 5 end)  --> a5c 1
    return ("abc def"):gsub("^%w+", "x")  --> x def 1
    return ("aaa"):gsub("^a", "x")  --> xaa 1
    return ("abc"):gsub("c$", "x")  --> abx 1
    return ("abc"):gsub("b", 5)  --> a5c 1
    return ("abc"):gsub("", "")  --> abc 4
    return (""):gsub("", "x")  --> x 1
    return (""):gsub("^", "x")  --> x 1
    return (""):find("")  --> 1 0
    return (""):match(".*")  --> 
    return (""):match(".")  --> nil
    return ("abc"):find("b", nil, true)  --> 2 2
    return ("a,b,,c"):gsub(",", ";")  --> a;b;;c 3
    return pcall(string.find, "a", "[a")  --> false malformed pattern (missing ']')
    return pcall(string.find, "a", "[]")  --> false malformed pattern (missing ']')
    return pcall(string.find, "a", "[^]")  --> false malformed pattern (missing ']')
    return pcall(string.find, "a", "[a%]")  --> false malformed pattern (missing ']')
    return pcall(string.find, "a", "%")  --> false malformed pattern (ends with '%')
    return pcall(string.find, "a", "a%")  --> false malformed pattern (ends with '%')
    return pcall(string.find, "a", "(a")  --> false unfinished capture
    return pcall(string.find, "a", "a)")  --> true nil
    return pcall(string.find, "a", "%1")  --> false invalid capture index %1
    return pcall(string.find, "a", "(a%1)")  --> false invalid capture index %1
    return pcall(string.find, "ab", "%b")  --> false malformed pattern (missing arguments to '%b')
    return pcall(string.find, "ab", "%ba")  --> false malformed pattern (missing arguments to '%b')
    return pcall(string.find, "a", "%f")  --> false missing '[' after '%f' in pattern
    return pcall(string.find, "a", "%fa")  --> false missing '[' after '%f' in pattern
    return pcall(string.find, "a", ("()"):rep(33))  --> false too many captures
    return pcall(string.gsub, "alo", ".", "%2")  --> false invalid capture index %2
    return pcall(string.gsub, "alo", "(.)", "%2")  --> false invalid capture index %2
    return pcall(string.gsub, "alo", ".", "%x")  --> false invalid use of '%' in replacement string
    return pcall(string.gsub, "alo", ".", "%")  --> false invalid use of '%' in replacement string
    return pcall(string.gsub, "alo", ".", {a = {}})  --> false invalid replacement value (a table)
    return pcall(string.gsub, "alo", ".", function() return print end)  --> false invalid replacement value (a function)
    return pcall(string.gsub, "alo", ".")  --> false bad argument #3 to 'string.gsub' (string/function/table expected, got no value)
    return pcall(string.find, "a")  --> false bad argument #2 to 'string.find' (string expected, got no value)
    return pcall(string.rep)  --> false bad argument #1 to 'string.rep' (string expected, got no value)
    return ("*a"):match("*a")  --> *a
    return ("a?"):match("a%?")  --> a?
    return ("+"):match("+")  --> +
    return ("a-"):match("^a%-$")  --> a-
    return ("(x)"):match("%(x%)")  --> (x)
    return ("[x]"):match("%[x]")  --> [x]
    return ("x"):match("x$$")  --> nil
    return ("x$"):match("x$$")  --> x$
    return ("a*"):match("a%*")  --> a*
    return ("abc"):match("((a)(b)(c))")  --> abc a b c
    return ("abc"):match("(a(b(c)))")  --> abc bc c
    return ("0x1F"):match("^0[xX](%x+)$")  --> 1F
    return ("one;two;;four"):match(";;(.*)")  --> four
    return ("äöü"):len()  --> 6
    return ("abc"):find("c", -1)  --> 3 3
    return ("abc"):find("a", -1)  --> nil
    return ("abc"):find("b", math.mininteger)  --> 2 2
    return ("abc"):find("b", math.maxinteger)  --> nil
    local t = {} for x, y in ("one two three"):gmatch("%a+") do t[#t + 1] = tostring(x) .. (y or "") end return table.concat(t, ";"), #t  --> one;two;three 3
    local t = {} for x, y in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do t[#t + 1] = tostring(x) .. (y or "") end return table.concat(t, ";"), #t  --> a1;b2 2
    local t = {} for x, y in ("abc"):gmatch("") do t[#t + 1] = tostring(x) .. (y or "") end return table.concat(t, ";"), #t  --> ;;; 4
    local t = {} for x, y in ("abc"):gmatch("()") do t[#t + 1] = tostring(x) .. (y or "") end return table.concat(t, ";"), #t  --> 1;2;3;4 4
    local t = {} for x, y in ("abc"):gmatch("b*") do t[#t + 1] = tostring(x) .. (y or "") end return table.concat(t, ";"), #t  --> ;b; 3
    local t = {} for x, y in ("aXbXc"):gmatch("[^X]*") do t[#t + 1] = tostring(x) .. (y or "") end return table.concat(t, ";"), #t  --> a;b;c 3
    local t = {} for x, y in ("^a^a"):gmatch("^a") do t[#t + 1] = tostring(x) .. (y or "") end return table.concat(t, ";"), #t  --> ^a;^a 2
    local t = {} for x, y in ("hello"):gmatch("l") do t[#t + 1] = tostring(x) .. (y or "") end return table.concat(t, ";"), #t  --> l;l 2
    local t = {} for x, y in (""):gmatch("x*") do t[#t + 1] = tostring(x) .. (y or "") end return table.concat(t, ";"), #t  -->  1
    local t = {} for x, y in ("abc"):gmatch("x") do t[#t + 1] = tostring(x) .. (y or "") end return table.concat(t, ";"), #t  -->  0
    local t = {} for x in ("abcabc"):gmatch("b", 3) do t[#t + 1] = x end return #t  --> 1
    local t = {} for x in ("abcabc"):gmatch("%w", -2) do t[#t + 1] = x end return table.concat(t)  --> bc
    local t = {} for x in ("abc"):gmatch("", 10) do t[#t + 1] = x end return #t  --> 0
    """#
}
